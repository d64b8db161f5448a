import {
  adminCreateInvitationLink,
  adminInvite,
  adminListInvitations,
  adminRevokeInvitation,
  checkInvitation,
  listInvitations,
  normalizeEmail,
  Refusal,
  revokeInvitation,
  sendInvite,
} from '@waypost/protocol'
import { findAccount, findAccountByEmail } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import { toSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import {
  addInvitationLink,
  endInvitation,
  findAnyInvitation,
  findInvitation,
  isSetupSecret,
  listAllInvitations,
  listInvitationsOf,
  openInvitation,
  signUpAddress,
} from '../invitation/rows.ts'
import { notifyAccountChanged } from '../notify.ts'
import { rateOfWrong } from '../sign-in/wrong-passwords-and-codes.ts'
import { countInvitation, invitePerson, notOpen, revokeAsAdministrator } from './invite.ts'
import { addReferral, inviterOf } from './rows.ts'

export function inviteCalls(deps: Deps): Handler[] {
  const { bus, db, rateLimits } = deps
  const checks = throttle(rateLimits[rateOfWrong.link])

  return [
    handle(sendInvite, async ({ email, send }, { caller: { account } }) => {
      const made = await db.write((tx) => invitePerson(deps, tx, account, { email, send }))
      notifyAccountChanged(bus, account.iden)
      return made
    }),
    handle(listInvitations, (page, { caller }) => listInvitationsOf(db, caller.account.iden, page)),
    handle(revokeInvitation, async ({ iden }, { caller }) => {
      const { account } = caller
      if (!(await db.write((tx) => endInvitation(tx, iden, account.iden)))) throw new Refusal('not_found', notOpen)
      notifyAccountChanged(bus, account.iden)
      return {}
    }),
    handle(checkInvitation, async ({ invite }, { network }) => {
      checks.take(network)
      if (await isSetupSecret(db, invite)) return { setup: true }
      const found = await findInvitation(db, invite)
      const inviter = found?.state === 'open' ? await findAccount(db, found.owner) : undefined
      if (!found || !inviter) throw new Refusal('invite_ended')
      return { email: found.email, invited_by: inviter.name ?? inviter.email }
    }),
  ]
}

/** Runs when an account is created: credits the first account that invited it. Idempotent. */
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

export function inviteAdminCalls(deps: Deps): Handler[] {
  const { bus, db, origin } = deps

  return [
    handle(adminListInvitations, (query) => listAllInvitations(db, query)),
    handle(adminInvite, async ({ email, send }, { caller: { account } }) => {
      const made = await db.write(async (tx) => {
        if (await findAccountByEmail(tx, normalizeEmail(email)))
          throw new Refusal('email_taken', 'An account with this address already exists.')
        const made = await invitePerson(deps, tx, account, { email, send })
        await audit(tx, { act: 'invite', by: account, details: { email } })
        return made
      })
      notifyAccountChanged(bus, account.iden)
      return made
    }),
    handle(adminCreateInvitationLink, async ({ iden }, { caller: { account } }) => {
      const made = await db.write(async (tx) => {
        const found = await findAnyInvitation(tx, iden)
        const inviter = found && (await findAccount(tx, found.owner))
        if (!found || !inviter) throw new Refusal('not_found')
        if (found.state !== 'open' && found.state !== 'expired') throw new Refusal('invite_ended')
        await countInvitation(deps, tx, account)
        const { owner, email, email_normalized: normalized } = found
        const { expires } = await openInvitation(tx, owner, { email, normalized, sent: false })
        await audit(tx, { act: 'invitation-link', by: account, about: inviter, details: { email } })
        return { owner, expires, secret: await addInvitationLink(tx, iden, 'copied') }
      })
      notifyAccountChanged(bus, made.owner)
      return { url: signUpAddress(origin(), made.secret), expires: toSeconds(made.expires) }
    }),
    handle(adminRevokeInvitation, async ({ iden }, { caller: { account } }) => {
      const owner = await db.write((tx) => revokeAsAdministrator(tx, iden, account))
      notifyAccountChanged(bus, owner)
      return {}
    }),
  ]
}
