// Defines the calls that suggest, find, import and invite people.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { nameLength, text } from './wire/field.ts'

/** A person to write to or to invite. */
export const TargetPerson = v.object({
  name: v.optional(v.string()),
  email: v.string(),
  email_normalized: v.string(),
  image_url: v.optional(v.string()),
  /** Whether the address has an account. */
  is_user: v.optional(v.boolean()),
})
export type TargetPerson = v.InferOutput<typeof TargetPerson>

/** `partial`: the time was over before all whom the account knows were compared, so there may be more. */
const gives = v.object({ targets: v.array(TargetPerson), partial: v.optional(v.boolean()) })

export const suggestTargets = defineCall({
  name: 'suggestTargets',
  method: 'POST',
  path: '/v3/suggest-targets',
  does: 'Suggests people to write to: contacts and past partners, without those that have a chat.',
  gives,
  who: 'account',
  scope: 'everything',
})

export const inviteTargets = defineCall({
  name: 'inviteTargets',
  method: 'POST',
  path: '/v3/invite-targets',
  does: 'Lists people whom the account knows and who have no account here.',
  gives,
  who: 'account',
  scope: 'everything',
})

export const autocompleteTargets = defineCall({
  name: 'autocompleteTargets',
  method: 'POST',
  path: '/v3/autocomplete-targets',
  does: 'Finds people whom the account knows by the start of a word in their name or address. An empty query finds nothing. `partial` is true if not all were compared.',
  takes: v.object({ query: v.optional(text(nameLength), '') }),
  gives,
  who: 'account',
  scope: 'everything',
})

export const importTargets = defineCall({
  name: 'importTargets',
  method: 'POST',
  path: '/v3/import-targets',
  does: 'Adds the contacts of a connected provider to those of the account.',
  takes: v.object({ type: text(40), access_token: text(8_192) }),
  gives,
  who: 'account',
  scope: 'everything',
  refuses: ['provider_unknown', 'sign_in_failed'],
})
