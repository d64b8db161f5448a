import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { email, seconds, text } from '../wire/field.ts'
import { ProviderToken, passwordLength } from './sign-in.ts'

/** A password that is about to be set. */
export const newPassword = v.pipe(v.string(), v.minLength(passwordLength.least), v.maxLength(passwordLength.most))

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'POST',
  path: '/provider/local/change-password',
  does:
    'Changes the password of the account and signs all its other sessions out. Tokens of apps and programs stay valid. An account with ' +
    'a second factor needs an elevated session.',
  takes: v.object({ password: text(passwordLength.most), new_password: newPassword }),
  gives: v.object({
    /** How many other sessions were signed out. */
    ended: v.number(),
  }),
  who: 'session',
  refuses: ['elevation_needed', 'sign_in_failed', 'password_weak', 'no_password', 'ratelimited', 'local_off'],
})

export const setPassword = defineCall({
  name: 'setPassword',
  method: 'POST',
  path: '/provider/local/set-password',
  does: 'Sets a password for an account that has none, so that its owner can sign in with the email address and the password.',
  takes: v.object({ new_password: newPassword }),
  who: 'session',
  operations: 5,
  refuses: ['elevation_needed', 'password_weak', 'forbidden', 'email_taken', 'local_off'],
})

export const forgotPassword = defineCall({
  name: 'forgotPassword',
  method: 'POST',
  path: '/provider/local/forgot',
  does:
    'Emails a link to set a new password, which works once within 30 minutes. The response is the same whether there is an account ' +
    'with this address or not.',
  takes: v.object({ email }),
  who: 'anyone',
  refuses: ['ratelimited', 'local_off'],
})

export const checkResetLink = defineCall({
  name: 'checkResetLink',
  method: 'POST',
  path: '/provider/local/check-reset',
  does: 'Returns the email address that a link to a new password is for. The link stays valid.',
  takes: v.object({ token: text(100) }),
  gives: v.object({ email: v.string() }),
  who: 'anyone',
  refuses: ['link_expired', 'ratelimited', 'local_off'],
})

export const resetPassword = defineCall({
  name: 'resetPassword',
  method: 'POST',
  path: '/provider/local/reset',
  does: 'Sets a new password with the token of an emailed link, signs all sessions of the account out, and returns a token to sign in.',
  takes: v.object({ token: text(100), password: newPassword }),
  gives: ProviderToken,
  who: 'anyone',
  refuses: ['link_expired', 'password_weak', 'ratelimited', 'local_off'],
})

export const adminCreateResetLink = defineCall({
  name: 'adminCreateResetLink',
  method: 'POST',
  path: '/v3/admin/reset-link',
  does:
    'Creates a link to set a new password for an email address, which works once within 30 minutes. Ends the one before. For ' +
    'administrators only.',
  takes: v.object({ email }),
  gives: v.object({ url: v.string(), expires: seconds }),
  who: 'session',
  scope: 'admin',
  refuses: ['elevation_needed', 'forbidden', 'not_found', 'no_password', 'local_off'],
})
