import * as v from 'valibot'
import { defineCall } from './call.ts'
import { flag, text } from './field.ts'
import { nameLength } from './limits.ts'

/**
 * Signing in a machine that has no browser, in the manner of RFC 8628 (OAuth 2.0 Device Authorization Grant): the machine shows a short
 * code, its owner types the code where they are signed in, and the machine asks every few seconds until it is handed a token.
 */

/** The letters of a user code: no vowels, so that no words come about, and none that look like another (RFC 8628, 6.1). */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'
export const userCodeLength = 8

/** A user code as a person may type it: small letters, spaces and hyphens make no difference. */
const userCode = v.pipe(text(40), v.transform(normalizeUserCode))

export const startDeviceSignIn = defineCall({
  name: 'startDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in',
  does: 'Begins to sign in a machine without a browser: answers the code that its owner types on another device.',
  takes: v.object({ name: v.pipe(text(nameLength), v.trim(), v.minLength(1)), type: v.optional(text(40)) }),
  gives: v.object({
    device_code: v.string(),
    user_code: v.string(),
    verification_uri: v.string(),
    verification_uri_complete: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    /** Seconds between two questions whether the code was typed. */
    interval: v.number(),
  }),
  who: 'anyone',
  refuses: ['ratelimited'],
})

export const finishDeviceSignIn = defineCall({
  name: 'finishDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in/token',
  does: 'Answers the token of a sign-in that was approved, once. Until then it is refused with what to do.',
  takes: v.object({ device_code: text(200) }),
  gives: v.object({ access_token: v.string(), token_type: v.literal('Bearer') }),
  who: 'anyone',
  operations: 2,
  refuses: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'],
})

export const findDeviceSignIn = defineCall({
  name: 'findDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in/find',
  does: 'The machine that shows a code, so that its owner can tell whether it is theirs.',
  takes: v.object({ user_code: userCode }),
  gives: v.object({
    user_code: v.string(),
    name: v.string(),
    type: v.optional(v.string()),
    /** The network address that it asked from. */
    address: v.string(),
    /** Seconds since 1970. */
    created: v.number(),
  }),
  who: 'owner',
  refuses: ['not_found', 'ratelimited'],
})

export const answerDeviceSignIn = defineCall({
  name: 'answerDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in/answer',
  does: 'Signs the machine that shows a code in to the account, or refuses to. A code is answered once.',
  takes: v.object({ user_code: userCode, approve: flag }),
  gives: v.object({}),
  who: 'owner',
  operations: 2,
  refuses: ['not_found', 'ratelimited'],
})

/** What a person typed as the letters of a user code alone. */
export function normalizeUserCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** A user code as people read it best: `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
