import { normalizeEmail, Refusal, rowsPerAdministrationPage } from '@waypost/protocol'
import { findAccountByEmail } from '../account/rows.ts'
import { audit } from '../audit/rows.ts'
import type { AdminCommandDeps } from '../deps.ts'
import { invitationMilliseconds, listAllInvitations, openInvitationsOf } from '../invitation/rows.ts'
import { invitePerson, revokeAsAdministrator } from './invite.ts'
import { firstAdministrator } from './rows.ts'

/** Commands of `npm start -- admin`. */
export const inviteCommands = {
  invite: {
    takes: 'EMAIL',
    does: 'Invites a person in the name of the first administrator, by email if there is a mail server, and prints a link to hand over.',
    async run([email = '']: readonly string[], { db, jobs, config, origin }: AdminCommandDeps) {
      const { url, sent, inviter } = await db.write(async (tx) => {
        const inviter = await firstAdministrator(tx)
        if (!inviter)
          throw new Refusal(
            'forbidden',
            'This server has no account yet. `npm start -- admin setup-link` makes a link to the first one.',
          )
        if (await findAccountByEmail(tx, normalizeEmail(email)))
          throw new Refusal('email_taken', 'An account with this address already exists.')
        const made = await invitePerson({ jobs, config, origin: () => origin }, tx, inviter, { email, send: true })
        await audit(tx, { act: 'invite', by: 'command line', about: inviter, details: { email } })
        return { ...made, inviter }
      })
      const how = sent ? 'They get an email. This link works too' : 'Not sent: there is no mail server. Here is the link'
      return `Invited ${email} in the name of ${inviter.email}. ${how}; it works once, within ${invitationMilliseconds / 86_400_000} days:\n${url}`
    },
  },
  invitations: {
    takes: '[SEARCH]',
    does: `Lists invitations whose address, or whose inviter, contains SEARCH: the open ones first, at most ${rowsPerAdministrationPage}.`,
    async run([search]: readonly string[], { db }: AdminCommandDeps) {
      const { invitations, cursor } = await listAllInvitations(db, { search })
      if (invitations.length === 0) return 'There is no such invitation.'
      const lines = invitations.map(({ email, state, created, expires, sent, by }) =>
        [
          email,
          state === 'open' ? `open until ${dayOf(expires)}` : state,
          `by ${by.email} on ${dayOf(created)}`,
          sent ? 'emailed' : 'link only',
        ].join('  '),
      )
      return [...lines, ...(cursor === undefined ? [] : ['There are more. Give part of the address.'])].join('\n')
    },
  },
  'revoke-invitation': {
    takes: 'EMAIL',
    does: 'Revokes the open invitations of an address, no matter who invited.',
    async run([email = '']: readonly string[], { db }: AdminCommandDeps) {
      await db.write(async (tx) => {
        const open = await openInvitationsOf(tx, normalizeEmail(email))
        if (open.length === 0) throw new Refusal('not_found', 'There is no open invitation for this address.')
        for (const iden of open) await revokeAsAdministrator(tx, iden, 'command line')
      })
      return `The invitation of ${email} is revoked.`
    },
  },
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
