// Defines the calls that sign in a machine without a browser, or the extension of a browser, similar to RFC 8628 (OAuth 2.0 Device
// Authorization Grant): it shows a short code or opens its page, the user approves it where they are signed in, and it polls every few
// seconds until it receives a token.

import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { displayName, flag, seconds, text } from '../wire/field.ts'

/** How often a machine without a browser polls for the approval of its code. */
export const devicePollMilliseconds = 5_000

/** The letters of a user code: no vowels, so they form no words, and no letters that look alike (RFC 8628, 6.1). */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'
export const userCodeLength = 8

/** Case, spaces and hyphens are ignored. */
const userCode = v.pipe(text(40), v.transform(normalizeUserCode))

export const startDeviceSignIn = defineCall({
  name: 'startDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in',
  does: 'Starts to sign in a machine without a browser. Returns the code that the user types on another device.',
  takes: v.object({ name: v.pipe(displayName, v.trim(), v.minLength(1)), type: v.optional(text(40)) }),
  gives: v.object({
    device_code: v.string(),
    user_code: v.string(),
    verification_uri: v.string(),
    verification_uri_complete: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    /** Seconds between two polls. */
    interval: v.number(),
  }),
  who: 'anyone',
  refuses: ['ratelimited'],
})

export const finishDeviceSignIn = defineCall({
  name: 'finishDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in/token',
  does: 'Returns the token of an approved sign-in, once. Until then it is refused with a code that tells what to do.',
  takes: v.object({ device_code: text(200) }),
  gives: v.object({ access_token: v.string(), token_type: v.literal('Bearer') }),
  who: 'anyone',
  operations: 2,
  refuses: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token', 'account_suspended'],
})

export const findDeviceSignIn = defineCall({
  name: 'findDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in/find',
  does: 'Returns the machine that shows a code, so that the user can check whether it is theirs.',
  takes: v.object({ user_code: userCode }),
  gives: v.object({
    user_code: v.string(),
    name: v.string(),
    type: v.optional(v.string()),
    /** The IP address of the machine. */
    address: v.string(),
    /** Seconds since 1970. */
    created: seconds,
  }),
  who: 'session',
  refuses: ['not_found', 'ratelimited'],
})

export const answerDeviceSignIn = defineCall({
  name: 'answerDeviceSignIn',
  method: 'POST',
  path: '/v3/device-sign-in/answer',
  does:
    'Approves or refuses to sign in the machine that shows a code. Each code can be answered once. To approve one, an account with ' +
    'a second factor needs an elevated session.',
  takes: v.object({ user_code: userCode, approve: flag }),
  who: 'session',
  operations: 2,
  refuses: ['not_found', 'elevation_needed', 'ratelimited'],
})

/** Normalizes a typed user code to its letters. */
export function normalizeUserCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Formats a user code for display: `WDJB-MJHT`. */
export function showUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
