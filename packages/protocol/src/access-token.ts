import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { displayName, iden, nameLength, seconds, text, whole } from './wire/field.ts'
import { scopes } from './wire/scope.ts'

const token = {
  iden: v.string(),
  /** The device and program of a session, or the name that the user gave a token. */
  name: v.string(),
  created: seconds,
  /** Accurate to a minute. Absent if it was never used. */
  last_used: v.optional(seconds),
  /** Where it was last used: a country code, or `local` for the server's own network. Absent if unknown. */
  place: v.optional(v.string()),
}

/** A sign-in of the user on a device. */
export const SignedInSession = v.object({
  ...token,
  /** Whether it is the session that makes this call. */
  current: v.boolean(),
  /** The administrator who opened the session to help the user. */
  opened_by: v.optional(v.string()),
})
export type SignedInSession = v.InferOutput<typeof SignedInSession>

/** A token that the user created for a program. */
export const AccessToken = v.object({
  ...token,
  scopes: v.array(v.picklist(scopes)),
  /** Absent if never. */
  expires: v.optional(seconds),
})
export type AccessToken = v.InferOutput<typeof AccessToken>

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'GET',
  path: '/v3/sessions',
  does: 'Lists the devices that are signed in to the account, most recently used first.',
  gives: v.object({ sessions: v.array(SignedInSession) }),
  who: 'session',
})

export const endSession = defineCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/v3/sessions/:iden',
  does: 'Ends a session: its token is revoked and its live streams are closed.',
  takes: v.object({ iden }),
  who: 'session',
  refuses: ['elevation_needed', 'not_found'],
})

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/v3/sessions',
  does: 'Ends every session of the account except the one of this call.',
  gives: v.object({ ended: v.number() }),
  who: 'session',
  refuses: ['elevation_needed'],
})

export const listAccessTokens = defineCall({
  name: 'listAccessTokens',
  method: 'GET',
  path: '/v3/access-tokens',
  does: 'Lists the tokens that the user created for programs, newest first. The tokens themselves are not stored.',
  gives: v.object({ access_tokens: v.array(AccessToken) }),
  who: 'session',
})

export const createAccessToken = defineCall({
  name: 'createAccessToken',
  method: 'POST',
  path: '/v3/create-access-token',
  does: 'Creates another token for the account. It is returned only here; the server keeps a hash.',
  takes: v.object({
    name: v.optional(v.pipe(displayName, v.trim())),
    /** Scopes separated by spaces; `everything` by default. */
    scope: v.optional(text(nameLength)),
    /** Days until it stops working. Without it, the token works until it is revoked. */
    days: v.optional(whole(1, 3_650)),
  }),
  gives: v.object({ access_token: v.string(), iden: v.string() }),
  who: 'session',
  refuses: ['elevation_needed', 'forbidden'],
})

export const deleteAccessToken = defineCall({
  name: 'deleteAccessToken',
  method: 'DELETE',
  path: '/v3/access-tokens/:iden',
  does: 'Revokes a token that the user created, and closes its live streams.',
  takes: v.object({ iden }),
  who: 'session',
  refuses: ['not_found'],
})

export const deleteAllAccessTokens = defineCall({
  name: 'deleteAllAccessTokens',
  method: 'POST',
  path: '/v3/delete-all-access-tokens',
  does: 'Revokes all tokens of the account, including the one of this call, and closes their live streams.',
  who: 'session',
  refuses: ['elevation_needed'],
})
