import * as v from 'valibot'
import { administrationQuery } from './administration/query.ts'
import { defineCall } from './wire/call.ts'
import { email, flag, iden, seconds, text } from './wire/field.ts'

/** An invitation, as its sender and administrators see it. */
export const Invitation = v.object({
  iden: v.string(),
  email: v.string(),
  created: seconds,
  expires: seconds,
  state: v.picklist(['open', 'used', 'revoked', 'expired']),
  /** Whether it was emailed. */
  sent: v.boolean(),
})
export type Invitation = v.InferOutput<typeof Invitation>

export const sendInvite = defineCall({
  name: 'sendInvite',
  method: 'POST',
  path: '/v3/send-invite',
  does:
    'Invites a person, and returns a link with which they sign up. It lets in this address alone, once, within two weeks. The person also ' +
    'gets an email with a link of its own, if the server has a mail server and `send` is not false.',
  takes: v.object({ email, send: v.optional(flag, true) }),
  gives: v.object({ iden: v.string(), url: v.string(), expires: seconds, sent: v.boolean() }),
  who: 'account',
  scope: 'everything',
  refuses: ['ratelimited', 'forbidden', 'domain_refused'],
})

export const listInvitations = defineCall({
  name: 'listInvitations',
  method: 'GET',
  path: '/v3/invitations',
  does: 'Lists the invitations of the account: the open ones first, then the newest.',
  takes: v.object(administrationQuery),
  gives: v.object({ invitations: v.array(Invitation), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})

export const revokeInvitation = defineCall({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/v3/invitations/:iden',
  does: 'Revokes an invitation of the account: its links no longer work.',
  takes: v.object({ iden }),
  who: 'owner',
  refuses: ['not_found'],
})

export const checkInvitation = defineCall({
  name: 'checkInvitation',
  method: 'POST',
  path: '/v3/check-invitation',
  does:
    'Returns the address that an invitation is for, and who invited; or `setup` for the link that creates the first account of a server. ' +
    'Both stay valid.',
  takes: v.object({ invite: text(100) }),
  gives: v.object({ email: v.optional(v.string()), invited_by: v.optional(v.string()), setup: v.optional(v.boolean()) }),
  who: 'anyone',
  refuses: ['invite_ended', 'ratelimited'],
})
