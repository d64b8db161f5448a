// Defines the calls on passkeys (WebAuthn): sign up, sign in, and those of the account.

import * as v from 'valibot'
import { ProviderToken } from '../sign-in/sign-in.ts'
import { defineCall } from '../wire/call.ts'
import { anyObject, displayName, email, iden, seconds, text } from '../wire/field.ts'

export const passkeyNameLength = 100

/** Base64url; authenticators send a few kilobytes at most. */
const bytes = text(20_000)

/** The fields of every browser credential, as `toJSON` writes them (Web Authentication, level 3). */
const credential = {
  id: text(2_000),
  rawId: text(2_000),
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(text(40)),
  clientExtensionResults: v.optional(anyObject),
}

/** A new passkey, as a browser creates it. */
export const NewPasskey = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: v.optional(v.pipe(v.array(text(40)), v.maxLength(20))),
  }),
})
export type NewPasskey = v.InferOutput<typeof NewPasskey>

/** The signature of a passkey, as a browser gets it. */
export const PasskeyProof = v.object({
  ...credential,
  response: v.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: v.optional(text(200)) }),
})
export type PasskeyProof = v.InferOutput<typeof PasskeyProof>

/** The options for the browser: `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
const Options = v.object({ options: anyObject })

/** A passkey as its owner sees it. */
export const Passkey = v.object({
  iden: v.string(),
  name: v.string(),
  created: seconds,
  last_used: v.optional(seconds),
})
export type Passkey = v.InferOutput<typeof Passkey>

const passkeyName = v.pipe(text(passkeyNameLength), v.trim(), v.minLength(1))

/** The token of a passkey. `type` is the provider under which `authenticate` accepts it. */
const PasskeyToken = v.object({ ...ProviderToken.entries, type: v.picklist(['local', 'passkey']) })

export const startPasskeySignUp = defineCall({
  name: 'startPasskeySignUp',
  method: 'POST',
  path: '/provider/passkey/sign-up-options',
  does: 'Returns what a browser needs to create a passkey for a new account without a password. It is valid for five minutes.',
  takes: v.object({
    email,
    name: v.optional(v.pipe(displayName, v.trim())),
    invite: v.optional(text(100)),
  }),
  gives: Options,
  who: 'anyone',
  operations: 3,
  refuses: ['email_taken', 'sign_up_closed', 'domain_refused', 'invite_ended', 'invite_other', 'ratelimited', 'local_off'],
})

export const finishPasskeySignUp = defineCall({
  name: 'finishPasskeySignUp',
  method: 'POST',
  path: '/provider/passkey/sign-up',
  does:
    'Creates an identity of the built-in provider with a passkey and without a password. Where people prove their address, it first ' +
    'emails a code and a link, as `localSignUp` does.',
  takes: v.object({ passkey: NewPasskey }),
  gives: v.object({
    /** For `authenticate` with the type `local`. Absent until the address is proved. */
    access_token: v.optional(v.string()),
    /** The secret with which `confirmSignUp` confirms the address, by the emailed code. */
    handle: v.optional(v.string()),
    expires_in: v.number(),
  }),
  who: 'anyone',
  operations: 6,
  refuses: [
    'passkey_failed',
    'email_taken',
    'sign_up_closed',
    'domain_refused',
    'invite_ended',
    'invite_other',
    'ratelimited',
    'local_off',
  ],
})

export const startPasskeySignIn = defineCall({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/provider/passkey/sign-in-options',
  does: 'Returns what a browser needs to sign in with any passkey that it has for this server. It is valid for five minutes.',
  gives: Options,
  who: 'anyone',
  refuses: ['ratelimited', 'local_off'],
})

export const finishPasskeySignIn = defineCall({
  name: 'finishPasskeySignIn',
  method: 'POST',
  path: '/provider/passkey/sign-in',
  does: 'Signs in with a passkey, which proves both factors: `authenticate` asks for no one-time code.',
  takes: v.object({ passkey: PasskeyProof }),
  gives: PasskeyToken,
  who: 'anyone',
  operations: 4,
  refuses: ['passkey_unknown', 'passkey_failed', 'ratelimited', 'local_off'],
})

export const startElevation = defineCall({
  name: 'startElevation',
  method: 'POST',
  path: '/v3/elevate-options',
  does: 'Returns what a browser needs to elevate the session with a passkey of the account. It is valid for five minutes.',
  gives: Options,
  who: 'session',
  operations: 2,
  refuses: ['not_found', 'ratelimited'],
})

export const startPasskey = defineCall({
  name: 'startPasskey',
  method: 'POST',
  path: '/v3/passkey-options',
  does: 'Returns what a browser needs to create another passkey for the account. It is valid for five minutes.',
  gives: Options,
  who: 'session',
  operations: 3,
  refuses: ['elevation_needed', 'forbidden', 'ratelimited', 'local_off'],
})

export const createPasskey = defineCall({
  name: 'createPasskey',
  method: 'POST',
  path: '/v3/passkeys',
  does: 'Adds a passkey that a browser has created to the account.',
  takes: v.object({ name: v.optional(passkeyName), passkey: NewPasskey }),
  gives: Passkey,
  who: 'session',
  operations: 5,
  refuses: ['elevation_needed', 'passkey_failed', 'forbidden', 'local_off'],
})

export const updatePasskey = defineCall({
  name: 'updatePasskey',
  method: 'POST',
  path: '/v3/passkeys/:iden',
  does: 'Gives a passkey another name.',
  takes: v.object({ iden, name: passkeyName }),
  gives: Passkey,
  who: 'session',
  refuses: ['not_found'],
})

export const deletePasskey = defineCall({
  name: 'deletePasskey',
  method: 'DELETE',
  path: '/v3/passkeys/:iden',
  does: 'Removes a passkey from the account. The last way to sign in cannot be removed.',
  takes: v.object({ iden }),
  who: 'session',
  operations: 5,
  refuses: ['elevation_needed', 'not_found', 'last_way_in'],
})
