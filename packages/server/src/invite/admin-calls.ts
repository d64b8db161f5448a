// Handles the calls of administrators on the invitations of all accounts.

import {
  adminCreateInvitationLink,
  adminInvite,
  adminListInvitations,
  adminRevokeInvitation,
  normalizeEmail,
  Refusal,
} from '@waypost/protocol'
import { findAccount, findAccountByEmail } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import { toSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { addInvitationLink, findAnyInvitation, listAllInvitations, openInvitation } from '../invitation/rows.ts'
import { signUpAddress } from '../invitation/rules.ts'
import { notifyAccountChanged } from '../notify.ts'
import { countInvitation, invitePerson } from './invite.ts'
import { revokeAsAdministrator } from './revoke.ts'

export function inviteAdminCalls(deps: Deps): Handler[] {
  const { bus, db, origin } = deps

  return [
    handle(adminListInvitations, (query) => listAllInvitations(db, query)),
    handle(adminInvite, async ({ email, send }, { caller: { account } }) => {
      const made = await db.write(async (tx) => {
        if (await findAccountByEmail(tx, normalizeEmail(email)))
          throw new Refusal('email_taken', 'There is an account with this address already.')
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
