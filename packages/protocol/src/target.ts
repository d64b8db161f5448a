import * as v from 'valibot'
import { defineCall } from './call.ts'
import { email, text } from './field.ts'
import { nameLength } from './limits.ts'

/** Someone to write to, or to invite. */
export const TargetPerson = v.object({
  name: v.optional(v.string()),
  email: v.string(),
  email_normalized: v.string(),
  image_url: v.optional(v.string()),
  /** Whether there is an account under the address. */
  is_user: v.optional(v.boolean()),
})
export type TargetPerson = v.InferOutput<typeof TargetPerson>

const gives = v.object({ targets: v.array(TargetPerson) })

export const suggestTargets = defineCall({
  name: 'suggestTargets',
  method: 'POST',
  path: '/v3/suggest-targets',
  does: 'People whom the account may want to write to: contacts and partners of the past, without those it has a chat with.',
  takes: v.object({}),
  gives,
  who: 'account',
  refuses: [],
})

export const inviteTargets = defineCall({
  name: 'inviteTargets',
  method: 'POST',
  path: '/v3/invite-targets',
  does: 'People whom the account knows and who have no account here.',
  takes: v.object({}),
  gives,
  who: 'account',
  refuses: [],
})

export const autocompleteTargets = defineCall({
  name: 'autocompleteTargets',
  method: 'POST',
  path: '/v3/autocomplete-targets',
  does: 'People whom the account knows and whose name or address has a word that begins so. An empty query has no answer.',
  takes: v.object({ query: v.optional(text(nameLength), '') }),
  gives,
  who: 'account',
  refuses: [],
})

export const importTargets = defineCall({
  name: 'importTargets',
  method: 'POST',
  path: '/v3/import-targets',
  does: "Adds the contacts of a connected provider to the account's own.",
  takes: v.object({ type: text(40), access_token: text(8_192) }),
  gives,
  who: 'account',
  refuses: ['provider_unknown', 'sign_in_failed'],
})

export const sendInvite = defineCall({
  name: 'sendInvite',
  method: 'POST',
  path: '/v3/send-invite',
  does: 'Invites a friend by mail.',
  takes: v.object({ email }),
  gives: v.object({}),
  who: 'account',
  refuses: ['ratelimited'],
})
