// Defines the calls on the factors of an account: elevation of a session, one-time codes, recovery codes.

import * as v from 'valibot'
import { codeLength, passwordLength } from '../sign-in/sign-in.ts'
import { defineCall } from '../wire/call.ts'
import { email, seconds, text } from '../wire/field.ts'
import { Passkey, PasskeyProof } from './passkey.ts'

/** A code of an authenticator app or a recovery code, as typed by a person. */
export const typedCode = text(codeLength)

export const getFactors = defineCall({
  name: 'getFactors',
  method: 'GET',
  path: '/v3/factors',
  does: 'Returns what the user can prove with who they are: a password, one-time codes, passkeys, identity providers.',
  gives: v.object({
    password: v.boolean(),
    /** Absent if one-time codes are off. */
    codes: v.optional(v.object({ created: seconds, recovery_codes: v.number() })),
    /** The types of identity providers that sign in to the account, besides the built-in one. */
    providers: v.array(v.string()),
    passkeys: v.array(Passkey),
    /** In seconds since 1970. Absent if the call's session is not elevated. */
    elevated_until: v.optional(seconds),
  }),
  who: 'session',
})

export const elevate = defineCall({
  name: 'elevate',
  method: 'POST',
  path: '/v3/elevate',
  does:
    'Proves that the user is there, and elevates the session of this call for 10 minutes. Takes the password, where the account has one, ' +
    'and a one-time code, where it has those; or a passkey alone. An account with none of these signs in with its identity provider again.',
  takes: v.object({
    password: v.optional(text(passwordLength.most)),
    code: v.optional(typedCode),
    passkey: v.optional(PasskeyProof),
    access_token: v.optional(text(8_192)),
    type: v.optional(text(40)),
  }),
  gives: v.object({ elevated_until: seconds }),
  who: 'session',
  operations: 3,
  refuses: [
    'sign_in_failed',
    'code_needed',
    'code_wrong',
    'passkey_unknown',
    'passkey_failed',
    'provider_unknown',
    'group_needed',
    'forbidden',
    'ratelimited',
    'unavailable',
  ],
})

export const startCodes = defineCall({
  name: 'startCodes',
  method: 'POST',
  path: '/v3/factors/codes',
  does: 'Creates the secret of one-time codes (RFC 6238). They count once `confirmCodes` has taken a first code.',
  gives: v.object({ secret: v.string(), uri: v.string() }),
  who: 'session',
  operations: 2,
  refuses: ['elevation_needed', 'forbidden'],
})

const RecoveryCodes = v.object({ recovery_codes: v.array(v.string()) })

export const confirmCodes = defineCall({
  name: 'confirmCodes',
  method: 'POST',
  path: '/v3/factors/codes/confirm',
  does: 'Switches one-time codes on with a first code, and returns ten recovery codes, which are shown only here.',
  takes: v.object({ code: typedCode }),
  gives: RecoveryCodes,
  who: 'session',
  operations: 6,
  refuses: ['elevation_needed', 'code_wrong', 'not_found'],
})

export const deleteCodes = defineCall({
  name: 'deleteCodes',
  method: 'DELETE',
  path: '/v3/factors/codes',
  does: 'Switches one-time codes off, and deletes the recovery codes.',
  who: 'session',
  operations: 3,
  refuses: ['elevation_needed', 'not_found'],
})

export const createRecoveryCodes = defineCall({
  name: 'createRecoveryCodes',
  method: 'POST',
  path: '/v3/factors/recovery-codes',
  does: 'Creates ten new recovery codes in place of the old ones. They are shown only here.',
  gives: RecoveryCodes,
  who: 'session',
  operations: 4,
  refuses: ['elevation_needed', 'not_found'],
})

export const adminRemoveFactors = defineCall({
  name: 'adminRemoveFactors',
  method: 'POST',
  path: '/v3/admin/remove-factors',
  does:
    'Removes the factors of an account whose owner has lost them: one-time codes, recovery codes and passkeys. The owner is told by ' +
    'email. For administrators only.',
  takes: v.object({ email }),
  gives: v.object({ codes: v.boolean(), passkeys: v.number() }),
  who: 'session',
  scope: 'admin',
  operations: 4,
  refuses: ['elevation_needed', 'forbidden', 'not_found'],
})
