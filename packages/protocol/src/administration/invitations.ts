import * as v from 'valibot'
import { Invitation } from '../invitation.ts'
import { defineCall } from '../wire/call.ts'
import { email, emailLength, flag, iden, seconds, text } from '../wire/field.ts'
import { administrationQuery } from './query.ts'

/** The states of invitations, in the order in which they are listed. */
export const invitationStates = ['open', 'used', 'revoked', 'expired'] as const
export type InvitationState = (typeof invitationStates)[number]

const AnyInvitation = v.object({
  ...Invitation.entries,
  by: v.object({ iden: v.string(), email: v.string(), name: v.optional(v.string()) }),
})

const administrators = { who: 'owner', scope: 'admin' } as const

export const adminListInvitations = defineCall({
  name: 'adminListInvitations',
  method: 'GET',
  path: '/v3/admin/invitations',
  does: 'Lists the invitations of all accounts: the open ones first, then the newest. For administrators only.',
  takes: v.object({
    ...administrationQuery,
    /** Part of the invited address, or of the address or the name of the person who invited. */
    search: v.optional(text(emailLength)),
    state: v.optional(v.picklist(invitationStates)),
  }),
  gives: v.object({ invitations: v.array(AnyInvitation), cursor: v.optional(v.string()) }),
  ...administrators,
  refuses: ['forbidden', 'invalid_cursor'],
})

export const adminInvite = defineCall({
  name: 'adminInvite',
  method: 'POST',
  path: '/v3/admin/invitations',
  does:
    'Invites a person in the name of the administrator, like `sendInvite`, and says whether the address has an account already. For ' +
    'administrators only.',
  takes: v.object({ email, send: v.optional(flag, true) }),
  gives: v.object({ iden: v.string(), url: v.string(), expires: seconds, sent: v.boolean() }),
  ...administrators,
  operations: 6,
  refuses: ['forbidden', 'domain_refused', 'email_taken', 'ratelimited'],
})

export const adminCreateInvitationLink = defineCall({
  name: 'adminCreateInvitationLink',
  method: 'POST',
  path: '/v3/admin/invitations/:iden/link',
  does:
    'Makes another link for an invitation of any account that is open or has expired, and lets it last two weeks from now. For ' +
    'administrators only.',
  takes: v.object({ iden }),
  gives: v.object({ url: v.string(), expires: seconds }),
  ...administrators,
  operations: 3,
  refuses: ['forbidden', 'not_found', 'invite_ended'],
})

export const adminRevokeInvitation = defineCall({
  name: 'adminRevokeInvitation',
  method: 'DELETE',
  path: '/v3/admin/invitations/:iden',
  does: 'Revokes an invitation of any account: its links no longer work. For administrators only.',
  takes: v.object({ iden }),
  ...administrators,
  refuses: ['forbidden', 'not_found'],
})
