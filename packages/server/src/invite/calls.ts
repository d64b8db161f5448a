// Handles the calls that invite people and revoke invitations, and credits the inviter when the person signs up.

import { checkInvitation, listInvitations, Refusal, revokeInvitation, sendInvite } from '@waypost/protocol'
import { findAccount } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { throttle } from '../http/throttle.ts'
import { endInvitation, findInvitation, isSetupSecret, listInvitationsOf } from '../invitation/rows.ts'
import { notifyAccountChanged } from '../notify.ts'
import { invitePerson, notOpen } from './invite.ts'
import { addReferral, inviterOf } from './rows.ts'

export function inviteCalls(deps: Deps): Handler[] {
  const { bus, db, rateLimits } = deps
  const checks = throttle(rateLimits.passwordReset)

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
