import * as v from 'valibot'
import { Account } from '../account.ts'
import { defineCall } from '../wire/call.ts'
import { displayName, email, text } from '../wire/field.ts'

/** Maximum characters of a typed code. */
export const codeLength = 40

export const passwordLength = { least: 8, most: 1_000 }

/** The port on which a program on the user's machine receives the API key at the end of a sign-in. */
export const desktopPort = 20_807

/** The secret of an invitation, from its link. */
const invite = v.optional(text(100))

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

export const listProviders = defineCall({
  name: 'listProviders',
  method: 'GET',
  path: '/v3/providers',
  does: 'Lists the identity providers of this server.',
  gives: v.object({
    providers: v.array(
      v.object({
        type: v.string(),
        name: v.string(),
        /** The authorization page. A client adds response_type, redirect_uri, scope, prompt and state. */
        authorize_url: v.string(),
        client_id: v.string(),
        sign_up: v.boolean(),
        /** A web address or a path. */
        picture_url: v.optional(v.string()),
        /** Whether only invited people may sign up. */
        by_invitation: v.optional(v.boolean()),
        /** Who sends password reset links, for a provider with passwords: the server by email, or its administrator. */
        password_reset: v.optional(v.picklist(['email', 'administrator'])),
        /** True until the first account exists: only the link that the server printed can create it. */
        setup: v.optional(v.boolean()),
      }),
    ),
  }),
  who: 'anyone',
})

/** A token of an identity provider, which `authenticate` accepts once. `expires_in` is in seconds. */
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
    name: v.optional(v.pipe(displayName, v.trim())),
    invite,
  }),
  gives: v.object({
    /** Absent until the address is proved. */
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
