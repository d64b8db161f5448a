// Defines the calls on accounts: sign-in, connected identities, export and deletion.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { email, iden, listQuery, synced, text } from './wire/field.ts'
import { codeLength, nameLength, passwordLength } from './wire/limits.ts'

/** The secret of an invitation, from its link. */
const invite = v.optional(text(100))

/** An account as its owner sees it. `api_key` is set only in the response to a sign-in. */
export const Account = v.object({
  id: v.string(),
  iden: v.string(),
  created: v.number(),
  modified: v.number(),
  email: v.string(),
  email_normalized: v.string(),
  name: v.optional(v.string()),
  image_url: v.optional(v.string()),
  pro: v.optional(v.boolean()),
  plan_id: v.optional(v.picklist(['yearly', 'monthly'])),
  /** Whether the server has no plans, so that everybody has what Pro gives. */
  plans_off: v.optional(v.boolean()),
  /** When Pro ends, for an account that has cancelled it. */
  pro_until: v.optional(v.number()),
  /** Whether the cancellation can be taken back. */
  pro_resumable: v.optional(v.boolean()),
  /** Whether the owner has created an access token. */
  generated_access_token: v.optional(v.boolean()),
  preferences: v.optional(v.record(v.string(), v.unknown())),
  reply_count_quota: v.optional(v.picklist(['near_limit', 'over_limit'])),
  referred_count: v.optional(v.number()),
  referrer_iden: v.optional(v.string()),
  admin: v.optional(v.boolean()),
  /** The administrator who uses this session for support; only in the response to `getMe`. */
  opened_by: v.optional(v.string()),
  /** True while the owner has yet to prove the address: until then the account does not get what others send to it. */
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
  who: 'owner',
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
  gives: v.object({}),
  who: 'owner',
  refuses: ['elevation_needed', 'not_found', 'forbidden', 'last_way_in'],
})

export const deleteMe = defineCall({
  name: 'deleteMe',
  method: 'DELETE',
  path: '/v2/users/me',
  does: 'Deletes the account and all its data.',
  takes: v.object({}),
  gives: v.object({}),
  who: 'owner',
  operations: 4,
  refuses: ['elevation_needed'],
})

export const exportData = defineCall({
  name: 'exportData',
  method: 'POST',
  path: '/v3/export-data',
  does:
    'Exports all data of the account as a zip file, and sends a link to it by push and email, valid for a week. Called again, returns ' +
    'the state of the export, and for an hour the finished file.',
  takes: v.object({}),
  gives: v.object({ status: v.picklist(['waiting', 'success', 'error']), file_url: v.optional(v.string()) }),
  who: 'owner',
  refuses: [],
})

export const authenticate = defineCall({
  name: 'authenticate',
  method: 'POST',
  path: '/v2/authenticate',
  does:
    'Signs in with the access token of an identity provider, and returns the account with a new API key. An account with one-time codes ' +
    'is refused with `code_needed`: repeat the call with the same token and a code within 10 minutes.',
  takes: v.object({
    access_token: text(8_192),
    type: text(40),
    code: v.optional(text(codeLength)),
    tracking: v.optional(v.looseObject({})),
    invite,
  }),
  gives: Account,
  who: 'anyone',
  refuses: [
    'sign_in_failed',
    'code_needed',
    'code_wrong',
    'account_suspended',
    'link_expired',
    'local_off',
    'group_needed',
    'domain_refused',
    'email_missing',
    'email_taken',
    'provider_unknown',
    'sign_up_closed',
    'setup_needed',
    'invite_ended',
    'invite_other',
    'ratelimited',
    'unavailable',
  ],
})

export const getMe = defineCall({
  name: 'getMe',
  method: 'GET',
  path: '/v2/users/me',
  does: 'Returns the account of the token.',
  takes: v.object({}),
  gives: Account,
  who: 'account',
  scope: 'any',
  refuses: [],
})

export const listProviders = defineCall({
  name: 'listProviders',
  method: 'GET',
  path: '/v3/providers',
  does: 'Lists the identity providers of this server.',
  takes: v.object({}),
  gives: v.object({
    providers: v.array(
      v.object({
        type: v.string(),
        name: v.string(),
        /** The authorization page. A client adds response_type, redirect_uri, scope, prompt and state. */
        authorize_url: v.string(),
        client_id: v.string(),
        sign_up: v.boolean(),
        /** The picture of the provider: a web address or a path. */
        picture_url: v.optional(v.string()),
        /** Whether only invited people may sign up. */
        by_invitation: v.optional(v.boolean()),
        /** Who makes a link to a new password, for a provider that has passwords: the server by email, or its administrator. */
        password_reset: v.optional(v.picklist(['email', 'administrator'])),
        /** True until the first account exists, where only the link that the server printed creates it. */
        setup: v.optional(v.boolean()),
      }),
    ),
  }),
  who: 'anyone',
  refuses: [],
})

/** A token of an identity provider, which `authenticate` takes once. `expires_in` is in seconds. */
export const ProviderToken = v.object({ access_token: v.string(), expires_in: v.number() })

export const localSignUp = defineCall({
  name: 'localSignUp',
  method: 'POST',
  path: '/provider/local/sign-up',
  does:
    'Creates an identity of the built-in provider from an email address and a password. Where the server has a mail server and people prove ' +
    'their address, it first emails a code and a link, and returns a handle instead of a token, whether there is an account with this ' +
    'address or not.',
  takes: v.object({
    email,
    password: v.pipe(v.string(), v.minLength(passwordLength.least), v.maxLength(passwordLength.most)),
    name: v.optional(v.pipe(text(nameLength), v.trim())),
    invite,
  }),
  gives: v.object({
    /** Absent while the address waits for proof. */
    access_token: v.optional(v.string()),
    /** The secret with which this program confirms the address, by the emailed code. */
    handle: v.optional(v.string()),
    expires_in: v.number(),
  }),
  who: 'anyone',
  refuses: [
    'email_taken',
    'password_weak',
    'sign_up_closed',
    'domain_refused',
    'setup_needed',
    'invite_ended',
    'invite_other',
    'local_off',
    'ratelimited',
  ],
})

/** The secret of an emailed link, and the handle of the program that signed up. */
const signUpLink = text(100)

export const checkSignUp = defineCall({
  name: 'checkSignUp',
  method: 'POST',
  path: '/provider/local/check-sign-up',
  does: 'Returns the email address that a link to confirm a sign-up is for. The link stays valid.',
  takes: v.object({ token: signUpLink }),
  gives: v.object({ email: v.string() }),
  who: 'anyone',
  refuses: ['link_expired', 'local_off', 'ratelimited'],
})

export const confirmSignUp = defineCall({
  name: 'confirmSignUp',
  method: 'POST',
  path: '/provider/local/confirm-sign-up',
  does:
    'Completes a sign-up: with the emailed code and the handle, or with the token of the emailed link. Where the handle of the sign-up is ' +
    'missing, the link needs a new password, because another person may have begun the sign-up.',
  takes: v.object({
    handle: v.optional(signUpLink),
    code: v.optional(text(20)),
    token: v.optional(signUpLink),
    password: v.optional(v.pipe(v.string(), v.minLength(passwordLength.least), v.maxLength(passwordLength.most))),
  }),
  gives: ProviderToken,
  who: 'anyone',
  refuses: ['link_expired', 'email_taken', 'password_weak', 'sign_up_closed', 'domain_refused', 'local_off', 'ratelimited'],
})

export const localSignIn = defineCall({
  name: 'localSignIn',
  method: 'POST',
  path: '/provider/local/sign-in',
  does: 'Signs in to the built-in provider with an email address and a password.',
  takes: v.object({ email, password: text(passwordLength.most) }),
  gives: ProviderToken,
  who: 'anyone',
  refuses: ['sign_in_failed', 'local_off', 'ratelimited'],
})
