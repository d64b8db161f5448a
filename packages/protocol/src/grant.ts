// Defines the calls on grants, and those by which an OAuth client gets one: authorize, exchange a code.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { addressLength, iden, listQuery, nameLength, synced, text } from './wire/field.ts'
import { scopes } from './wire/scope.ts'

/** The permission that an account gave to an OAuth client. */
export const Grant = v.object({
  ...synced,
  /** The scopes that the user approved last. */
  scopes: v.optional(v.array(v.picklist(scopes))),
  client: v.optional(
    v.object({
      iden: v.string(),
      name: v.optional(v.string()),
      website_url: v.optional(v.string()),
      image_url: v.optional(v.string()),
      email: v.optional(v.string()),
    }),
  ),
})
export type Grant = v.InferOutput<typeof Grant>

export const listGrants = defineCall({
  name: 'listGrants',
  method: 'GET',
  path: '/v2/grants',
  does: 'Lists the apps that the user authorized, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ grants: v.array(Grant), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})

export const deleteGrant = defineCall({
  name: 'deleteGrant',
  method: 'DELETE',
  path: '/v2/grants/:iden',
  does: 'Revokes the access of an app, with all its tokens for the account.',
  takes: v.object({ iden }),
  who: 'owner',
  refuses: ['not_found'],
})

/** A PKCE verifier, and the challenge derived from it (RFC 7636, 4.1 and 4.2). */
const codeVerifier = v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/))

export const authorize = defineCall({
  name: 'authorize',
  method: 'POST',
  path: '/oauth2/authorize',
  does: 'Authorizes an OAuth client for its consent page, and returns where to redirect the browser.',
  takes: v.object({
    client_id: text(nameLength),
    redirect_uri: v.optional(text(addressLength)),
    response_type: v.optional(v.picklist(['code', 'token']), 'code'),
    scope: v.optional(text(nameLength)),
    state: v.optional(text(addressLength)),
    code_challenge: v.optional(codeVerifier),
    /** As in RFC 7636; the default is `plain`. */
    code_challenge_method: v.optional(v.picklist(['S256', 'plain'])),
  }),
  gives: v.object({ redirect_uri: v.optional(v.string()), code: v.optional(v.string()), error: v.optional(v.string()) }),
  who: 'session',
  refuses: ['elevation_needed'],
})

/** A refusal of OAuth 2.0 (RFC 6749, 5.2), for programs that send the call as a form. */
export const OauthError = v.object({ error: v.string(), error_description: v.string(), error_code: v.string() })

export const exchangeCode = defineCall({
  name: 'exchangeCode',
  method: 'POST',
  path: '/oauth2/token',
  does: 'Exchanges a code for an access token. A code is valid once, for ten minutes.',
  takes: v.object({
    grant_type: v.picklist(['authorization_code']),
    /** These two may be sent as Basic authorization instead. */
    client_id: v.optional(text(nameLength)),
    client_secret: v.optional(text(nameLength)),
    code: text(nameLength),
    redirect_uri: v.optional(text(addressLength)),
    /** Required if the authorization request had a `code_challenge`. */
    code_verifier: v.optional(codeVerifier),
  }),
  gives: v.object({
    access_token: v.string(),
    token_type: v.literal('Bearer') /** What the user approved: scopes separated by spaces. */,
    scope: v.string(),
  }),
  who: 'anyone',
  oauthErrors: true,
  refuses: ['invalid_client', 'invalid_grant', 'account_suspended', 'ratelimited'],
})
