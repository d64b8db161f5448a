// Defines the calls that sign in a phone with a QR code: a signed-in computer shows a one-time address, the phone opens it and shows a
// number, and the user confirms on the computer, which shows the same number. Without the confirmation the phone gets nothing, so a
// photograph of the QR code is not enough.

import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { flag, idenLength, text } from '../wire/field.ts'

/** How often phone and computer poll. */
export const phonePollMilliseconds = 2_000

/** The length of the secret that a phone generates for its sign-in. */
export const phoneKeyLength = { least: 22, most: 100 }

/** The secret after `#` in the address, and the one that the phone generated. */
const ofPhone = {
  secret: text(100),
  key: v.pipe(v.string(), v.minLength(phoneKeyLength.least), v.maxLength(phoneKeyLength.most)),
}

export const startPhoneSignIn = defineCall({
  name: 'startPhoneSignIn',
  method: 'POST',
  path: '/v3/phone-sign-in',
  does: 'Makes the one-time address that signs a phone in, for a QR code. It ends the earlier address of the account.',
  gives: v.object({
    iden: v.string(),
    /** The address that the phone opens. */
    address: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    /** Seconds between two polls. */
    interval: v.number(),
    /** True if the address leads to the server's own machine, which no phone can reach. */
    only_here: v.optional(v.boolean()),
    /** Where phones in the same network could reach a server whose address only works on its own machine. */
    network_origin: v.optional(v.string()),
  }),
  who: 'session',
  operations: 3,
  refuses: ['ratelimited'],
})

export const findPhoneSignIn = defineCall({
  name: 'findPhoneSignIn',
  method: 'POST',
  path: '/v3/phone-sign-in/find',
  does: 'Returns how far the sign-in of a phone is, to the session that started it. It is not found once it is over.',
  takes: v.object({ iden: text(idenLength) }),
  gives: v.object({
    /** `unopened`, `asks` (a phone waits for the answer) or `approved` (the phone has not fetched its session yet). */
    state: v.picklist(['unopened', 'asks', 'approved']),
    /** The number that the phone shows. */
    number: v.optional(v.string()),
    /** Browser and system of the phone. */
    name: v.optional(v.string()),
    /** A country code, or `local`. */
    place: v.optional(v.string()),
    /** The IP address of the phone. */
    address: v.optional(v.string()),
  }),
  who: 'session',
  refuses: ['not_found'],
})

export const answerPhoneSignIn = defineCall({
  name: 'answerPhoneSignIn',
  method: 'POST',
  path: '/v3/phone-sign-in/answer',
  does:
    'Lets the phone in that has opened the address, or turns it away. Only the session that started the sign-in may answer, once. ' +
    'An account with a second factor needs an elevated session.',
  takes: v.object({ iden: text(idenLength), approve: flag }),
  who: 'session',
  operations: 3,
  refuses: ['not_found', 'elevation_needed'],
})

export const openPhoneSignIn = defineCall({
  name: 'openPhoneSignIn',
  method: 'POST',
  path: '/v3/phone-sign-in/open',
  does: 'Uses the one-time address on a phone, and returns the number to show. Only the phone that was first can go on; it may repeat the call.',
  takes: v.object(ofPhone),
  gives: v.object({
    number: v.string(),
    /** The account that the phone would be signed in to. */
    email: v.string(),
    /** Seconds. */
    expires_in: v.number(),
    /** Seconds between two polls. */
    interval: v.number(),
  }),
  who: 'anyone',
  operations: 3,
  refuses: ['link_expired', 'ratelimited'],
})

export const finishPhoneSignIn = defineCall({
  name: 'finishPhoneSignIn',
  method: 'POST',
  path: '/v3/phone-sign-in/token',
  does: 'Returns the token of an approved sign-in to the phone, once. Until then it is refused with a code that tells what to do.',
  takes: v.object(ofPhone),
  gives: v.object({ access_token: v.string(), token_type: v.literal('Bearer') }),
  who: 'anyone',
  operations: 3,
  refuses: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token', 'account_suspended'],
})
