// Defines the calls that change the name, the picture and the email address of an account.

import * as v from 'valibot'
import { Account } from './account.ts'
import { passwordLength } from './sign-in/sign-in.ts'
import { defineCall } from './wire/call.ts'
import { addressLength, displayName, email, text } from './wire/field.ts'

/** Maximum bytes of the preferences of web clients, which are part of every response about their account. */
export const preferencesBytes = 65_536

const linkToken = text(100)

export const updateMe = defineCall({
  name: 'updateMe',
  method: 'POST',
  path: '/v2/users/me',
  does: 'Changes the name and the picture of the account. Other people see the change in their chats.',
  // White space clears a field; an empty string counts as absent.
  takes: v.object({
    name: v.optional(v.pipe(displayName, v.trim())),
    image_url: v.optional(v.pipe(text(addressLength), v.trim())),
  }),
  gives: Account,
  who: 'owner',
})

export const changeEmail = defineCall({
  name: 'changeEmail',
  method: 'POST',
  path: '/v3/change-email',
  does:
    'Emails a link to a new address for the account, which works once within 24 hours. The address changes when the link is opened. ' +
    'Where the account has a password, it is required; without one, or with one-time codes, the session must be elevated.',
  takes: v.object({ email, password: v.optional(text(passwordLength.most)) }),
  gives: v.object({ sent: v.boolean() }),
  who: 'session',
  refuses: ['elevation_needed', 'sign_in_failed', 'ratelimited'],
})

export const checkEmailLink = defineCall({
  name: 'checkEmailLink',
  method: 'POST',
  path: '/v3/check-email-link',
  does: 'Returns the addresses that a link to a new address replaces and sets, or twice the address that a link proves. The link stays valid.',
  takes: v.object({ token: linkToken }),
  gives: v.object({ email: v.string(), new_email: v.string() }),
  who: 'anyone',
  refuses: ['link_expired', 'ratelimited'],
})

export const confirmEmail = defineCall({
  name: 'confirmEmail',
  method: 'POST',
  path: '/v3/confirm-email',
  does:
    'Changes the email address of an account with the token of an emailed link, or proves the one it has. After a change the old address ' +
    'gets a notice.',
  takes: v.object({ token: linkToken }),
  gives: v.object({ email: v.string() }),
  who: 'anyone',
  refuses: ['link_expired', 'email_taken', 'ratelimited'],
})

export const sendProof = defineCall({
  name: 'sendProof',
  method: 'POST',
  path: '/v3/send-proof',
  does: 'Emails a code and a link that prove the address of the account. They work once, within 30 minutes, and end the ones before.',
  who: 'session',
  refuses: ['ratelimited'],
})

export const proveEmail = defineCall({
  name: 'proveEmail',
  method: 'POST',
  path: '/v3/prove-email',
  does: 'Proves the address of the account with an emailed code. After five wrong codes it has to be sent again.',
  takes: v.object({ code: text(20) }),
  who: 'session',
  refuses: ['link_expired'],
})
