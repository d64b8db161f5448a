// Handles the calls that invite people and revoke invitations, and credits the inviter when the person signs up.

import {
  adminListInvitations,
  adminRevokeInvitation,
  checkInvitation,
  limits,
  listInvitations,
  normalizeEmail,
  Refusal,
  revokeInvitation,
  sendInvite,
} from '@waypost/protocol'
import { findAccount, findReceiver } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import type { Account } from '../caller.ts'
import { toSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { addressKey, throttle } from '../http/throttle.ts'
import {
  addInvitationLink,
  allInvitations,
  endInvitation,
  findInvitation,
  invitationsOf,
  isSetupSecret,
  openInvitation,
} from '../invitation/rows.ts'
import { signUpAddress } from '../invitation/rules.ts'
import { countMail, countToday, untilTomorrow } from '../mail/daily-limits.ts'
import { mailJob } from '../mail/mail.ts'
import { hasStoppedMail } from '../mail/rows.ts'
import { isMailbox } from '../mail/rules.ts'
import { unsubscribeLinks } from '../mail/unsubscribe.ts'
import { notifyAccountChanged } from '../notify.ts'
import { addReferral, inviterOf } from './rows.ts'
import { invitation } from './rules.ts'

export function inviteCalls(deps: Deps): Handler[] {
  const { bus, config, db, jobs, origin, rateLimits } = deps
  const checks = throttle(rateLimits.passwordReset)

  /** Revokes an invitation of an account, or as an administrator one of any account. @throws Refusal `not_found` */
  async function revoke(iden: string, by: { owner: string } | { admin: Account }): Promise<void> {
    const owner = await db.write(async (tx) => {
      const ended = await endInvitation(tx, iden, 'owner' in by ? by.owner : undefined)
      if (!ended) throw new Refusal('not_found', 'This invitation is not open any more.')
      const about = 'admin' in by ? await findAccount(tx, ended.owner) : undefined
      if ('admin' in by && about)
        await audit(tx, { act: 'revoke-invitation', by: by.admin, about, details: { email: ended.email } })
      return ended.owner
    })
    notifyAccountChanged(bus, owner)
  }

  return [
    handle(sendInvite, async ({ email, send }, { caller: { account } }) => {
      if (!isMailbox(email)) throw Refusal.param('email')
      const normalized = normalizeEmail(email)
      const sent = send && config.smtpUrl !== undefined
      const { iden, expires, secret } = await db.write(async (tx) => {
        if (sent && (await hasStoppedMail(tx, normalized)))
          throw new Refusal('forbidden', 'This person wants no emails from this server. Give them the link yourself.')
        const refusal = sent ? await countMail(deps, tx, account.iden, normalized) : undefined
        if (refusal) throw refusal
        if (
          config.rateLimit === 'on' &&
          !(await countToday(jobs, tx, `invitations of ${account.iden}`, limits.invitationsPerDay))
        )
          throw Refusal.tooMany(untilTomorrow(), `An account makes at most ${limits.invitationsPerDay} invitations a day.`)
        const { iden, expires } = await openInvitation(tx, account.iden, { email, normalized, sent })
        // A person with an account needs no email. The caller sees no difference, and so does not learn who has one.
        if (sent && !(await findReceiver(tx, config, normalized))) {
          const links = await unsubscribeLinks(tx, email, origin())
          const mailed = await addInvitationLink(tx, iden, 'mailed')
          await jobs.add(tx, { type: mailJob, payload: invitation(account, email, origin(), links, mailed) })
        }
        return { iden, expires, secret: await addInvitationLink(tx, iden, 'copied') }
      })
      notifyAccountChanged(bus, account.iden)
      return { iden, url: signUpAddress(origin(), secret), expires: toSeconds(expires), sent }
    }),
    handle(listInvitations, async (_input, { caller }) => ({ invitations: await invitationsOf(db, caller.account.iden) })),
    handle(revokeInvitation, async ({ iden }, { caller }) => {
      await revoke(iden, { owner: caller.account.iden })
      return {}
    }),
    handle(checkInvitation, async ({ invite }, { address }) => {
      checks.take(addressKey(address))
      if (await isSetupSecret(db, invite)) return { setup: true }
      const found = await findInvitation(db, invite)
      const inviter = found?.state === 'open' ? await findAccount(db, found.owner) : undefined
      if (!found || !inviter) throw new Refusal('invite_ended')
      return { email: found.email, invited_by: inviter.name ?? inviter.email }
    }),
    handle(adminListInvitations, async () => ({ invitations: await allInvitations(db) })),
    handle(adminRevokeInvitation, async ({ iden }, { caller }) => {
      await revoke(iden, { admin: caller.account })
      return {}
    }),
  ]
}

/** Runs when an account was created: credits the first account that invited it. Idempotent. */
export function recordReferral({ db, bus }: Deps): (who: { iden: string; email_normalized: string }) => Promise<boolean> {
  return async ({ iden, email_normalized }) => {
    const inviter = await inviterOf(db, email_normalized)
    if (inviter === undefined || inviter === iden) return false
    if (await db.write((tx) => addReferral(tx, iden, inviter))) {
      notifyAccountChanged(bus, inviter)
      notifyAccountChanged(bus, iden)
    }
    return false
  }
}
