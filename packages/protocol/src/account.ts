// Defines the calls on accounts: their identities, sign-out, export and deletion.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { iden, listQuery, seconds, synced, text } from './wire/field.ts'

/** An account as its owner sees it. `api_key` is set only in the response to a sign-in. */
export const Account = v.object({
  id: v.string(),
  iden: v.string(),
  created: seconds,
  modified: seconds,
  email: v.string(),
  email_normalized: v.string(),
  name: v.optional(v.string()),
  image_url: v.optional(v.string()),
  pro: v.optional(v.boolean()),
  plan_id: v.optional(v.picklist(['yearly', 'monthly'])),
  /** Whether the server has no plans, so everyone has the features of Pro. */
  plans_off: v.optional(v.boolean()),
  /** When Pro ends, for an account that has cancelled it. */
  pro_until: v.optional(v.number()),
  pro_resumable: v.optional(v.boolean()),
  generated_access_token: v.optional(v.boolean()),
  preferences: v.optional(v.record(v.string(), v.unknown())),
  reply_count_quota: v.optional(v.picklist(['near_limit', 'over_limit'])),
  referred_count: v.optional(v.number()),
  referrer_iden: v.optional(v.string()),
  admin: v.optional(v.boolean()),
  /** The administrator who uses this session for support; only in the response to `getMe`. */
  opened_by: v.optional(v.string()),
  /** True until the owner proves the address: until then the account does not receive what others send to it. */
  email_unproven: v.optional(v.boolean()),
  max_upload_size: v.number(),
  api_key: v.optional(v.string()),
})
export type Account = v.InferOutput<typeof Account>

/** A person as other objects refer to them. */
export const Profile = v.object({
  iden: v.optional(v.string()),
  email: v.string(),
  email_normalized: v.string(),
  name: v.optional(v.string()),
  image_url: v.optional(v.string()),
})
export type Profile = v.InferOutput<typeof Profile>

/** An identity that the user signs in with. The oldest is primary. */
export const ConnectedAccount = v.object({
  ...synced,
  type: v.optional(v.string()),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  image_url: v.optional(v.string()),
  primary: v.optional(v.boolean()),
})
export type ConnectedAccount = v.InferOutput<typeof ConnectedAccount>

export const listAccounts = defineCall({
  name: 'listAccounts',
  method: 'GET',
  path: '/v2/accounts',
  does: 'Lists the identities that the user signs in with.',
  takes: v.object(listQuery),
  gives: v.object({ accounts: v.array(ConnectedAccount), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'everything',
  refuses: ['invalid_cursor'],
})

export const addAccount = defineCall({
  name: 'addAccount',
  method: 'POST',
  path: '/v2/accounts',
  does: 'Adds an identity to sign in with, by the access token of an identity provider.',
  takes: v.object({ access_token: text(8_192), type: text(40) }),
  gives: ConnectedAccount,
  who: 'session',
  refuses: [
    'sign_in_failed',
    'email_missing',
    'provider_unknown',
    'account_taken',
    'group_needed',
    'elevation_needed',
    'ratelimited',
    'unavailable',
  ],
})

export const deleteConnectedAccount = defineCall({
  name: 'deleteConnectedAccount',
  method: 'DELETE',
  path: '/v2/accounts/:iden',
  does: 'Removes an identity to sign in with. The primary one cannot be removed.',
  takes: v.object({ iden }),
  who: 'session',
  refuses: ['elevation_needed', 'not_found', 'forbidden', 'last_way_in'],
})

export const deleteMe = defineCall({
  name: 'deleteMe',
  method: 'DELETE',
  path: '/v2/users/me',
  does: 'Deletes the account and all its data.',
  who: 'session',
  operations: 4,
  refuses: ['elevation_needed'],
})

export const exportData = defineCall({
  name: 'exportData',
  method: 'POST',
  path: '/v3/export-data',
  does:
    'Exports all data of the account as a zip file, emails a link to it, valid for a week, and pushes that it is ready. Called again, ' +
    'returns the state of the export, and for an hour the finished file.',
  gives: v.object({ status: v.picklist(['waiting', 'success', 'error']), file_url: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['elevation_needed'],
})

export const getMe = defineCall({
  name: 'getMe',
  method: 'GET',
  path: '/v2/users/me',
  does: 'Returns the account of the token.',
  gives: Account,
  who: 'account',
  scope: 'any',
})

export const signOut = defineCall({
  name: 'signOut',
  method: 'POST',
  path: '/v3/sign-out',
  does:
    'Revokes the token of this call and closes its live streams. A session that began at an OpenID provider can then be ended there too, by ' +
    'opening `continue_at` in the browser, which comes back to the sign-in page.',
  gives: v.object({ continue_at: v.optional(v.string()) }),
  who: 'account',
  scope: 'any',
})
