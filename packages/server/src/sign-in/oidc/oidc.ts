// Implements an identity provider for any OpenID provider.

import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { addressLength, nameLength, Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import * as client from 'openid-client'
import * as v from 'valibot'
import { microseconds } from '../../change.ts'
import type { Db } from '../../db/db.ts'
import { addressKey, type RateLimit, throttle } from '../../http/rate-limits.ts'
import { filled } from '../../objects.ts'
import { madeOnce } from '../../processor/made-once.ts'
import { accessToken, hashToken, sameHash } from '../../tokens.ts'
import { type Identity, identityOf, type Provider } from '../provider.ts'
import { insertOidcToken, insertOidcVisit, type OidcVisitRow, takeOidcToken, takeOidcVisit } from './rows.ts'
import { isFresh, joinsByDomain, secondsSinceProof, standingOf } from './rules.ts'
import type { OidcConfig } from './settings.ts'

interface Options {
  oidc: OidcConfig
  db: Db
  /** The origin of this server for browsers. */
  origin(): string
  signUp(): Promise<boolean>
  /** How often one network address may start. */
  rateLimit: RateLimit
}

/** How long a visit at the provider may take, and how long the sign-in token can be redeemed afterwards. Seconds. */
const visitFor = 600
const tokenFor = 120

/** Seconds that the provider may take to answer when a session ends. */
const logoutPatience = 5
/** An ID token may be longer than an address may be. Signing out goes on without it then. */
const longestIdToken = 4_096
/** What the sign-in page is opened with after a sign-out at the provider. */
const signedOutState = 'signed-out'

const Start = v.object({
  redirect_uri: v.pipe(v.string(), v.maxLength(addressLength)),
  state: v.optional(v.pipe(v.string(), v.maxLength(nameLength))),
  prompt: v.optional(v.string()),
})

/**
 * Any OpenID provider. For our client it works like the others: a page that comes back with `#access_token=...`. In between, the server
 * runs the authorization code flow with PKCE itself, and gives the browser a sign-in token that works once.
 */
export function oidcProvider(options: Options): Provider & { serve(http: FastifyInstance): void } {
  const { oidc, db, origin, signUp } = options
  const { type } = oidc
  const paths = { start: `/provider/${type}/start`, callback: `/provider/${type}/callback` }
  // The token of one provider is none of another.
  const tokenKey = (token: string) => hashToken(`${type} ${token}`)
  const starts = throttle(options.rateLimit)

  /** The issuer's addresses and keys, fetched when first needed. */
  const configuration = madeOnce(() => {
    const issuer = new URL(oidc.issuer)
    const insecure = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}
    return client.discovery(issuer, oidc.clientId, oidc.clientSecret, undefined, insecure)
  })

  /** Sends a browser to the issuer. A cookie binds the visit to this browser, so that it cannot complete another one's sign-in. */
  async function start(query: unknown): Promise<{ address: string; cookie: string }> {
    const input = v.safeParse(Start, query)
    const redirect = input.success ? redirectHere(input.output.redirect_uri) : undefined
    if (!input.success || !redirect) throw Refusal.param('redirect_uri')
    const config = await configuration()
    const [state, nonce, verifier, browser] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
      accessToken(),
    ]
    const client_state = input.output.state ?? null
    const fresh = input.output.prompt === 'login'
    const fresh_since = fresh ? microseconds() : null
    const visit = { state, type, browser: hashToken(browser), verifier, nonce, redirect_uri: redirect, client_state, fresh_since }
    await db.write((tx) => insertOidcVisit(tx, visit, visitFor))
    const prompts = config.serverMetadata().prompt_values_supported
    const { prompt } = input.output
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: origin() + paths.callback,
      scope: oidc.scopes,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // An issuer that does not know a prompt may refuse the whole request.
      ...(prompt !== undefined && (fresh || (Array.isArray(prompts) && prompts.includes(prompt))) ? { prompt } : {}),
      ...(fresh ? { max_age: '0' } : {}),
    })
    return { address: address.href, cookie: cookie(state, browser, visitFor) }
  }

  /** Handles the issuer's redirect; returns where the browser goes next, or undefined when this browser did not start the visit. */
  async function comeBack(url: URL, cookies: string): Promise<{ address: string; state: string; error?: unknown } | undefined> {
    const state = url.searchParams.get('state') ?? ''
    const browser = readCookie(cookies, cookieName(state))
    if (state === '' || browser === undefined) return undefined
    const visit = await db.write((tx) => takeOidcVisit(tx, state))
    if (visit?.type !== type || !sameHash(visit.browser, hashToken(browser))) return undefined
    const answer = new URLSearchParams()
    let error: unknown
    try {
      const identity = await exchange(url, visit)
      answer.set('access_token', await handOut(identity))
      answer.set('token_type', 'bearer')
      answer.set('expires_in', String(tokenFor))
    } catch (cause) {
      error = cause
      answer.set('error', url.searchParams.get('error') === 'access_denied' ? 'access_denied' : 'server_error')
    }
    if (visit.client_state !== null) answer.set('state', visit.client_state)
    const address = new URL(visit.redirect_uri)
    address.hash = answer.toString()
    return { address: address.href, state, error }
  }

  /** Exchanges the code for the person's identity. The library checks signature, audience, expiry, nonce and state. */
  async function exchange(url: URL, visit: OidcVisitRow): Promise<Identity> {
    const config = await configuration()
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: visit.verifier,
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The issuer gave no ID token.')
    // The ID token of many issuers has only the subject; the other claims are at the userinfo endpoint.
    const more = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {}
    const known = { ...claims, ...more }
    const identity = identityOf(claims.sub, known)
    const tells = config.serverMetadata().claims_supported
    const elapsed = (microseconds() - (visit.fresh_since ?? 0)) / 1e6
    return {
      ...identity,
      fresh: visit.fresh_since !== null && isFresh(claims, elapsed, Array.isArray(tells) && tells.includes('auth_time')),
      sinceProof: secondsSinceProof(claims),
      groups: standingOf(oidc, known),
      joinsByDomain: joinsByDomain(oidc, identity),
      idToken: tokens.id_token && tokens.id_token.length <= longestIdToken ? tokens.id_token : undefined,
    }
  }

  async function handOut(identity: Identity): Promise<string> {
    const token = accessToken()
    await db.write((tx) => insertOidcToken(tx, tokenKey(token), JSON.stringify(identity), tokenFor))
    return token
  }

  /** An absolute address on our own origin; undefined for any other, which must not get the token. */
  function redirectHere(address: string): string | undefined {
    if (!URL.canParse(address, origin())) return undefined
    const url = new URL(address, origin())
    return url.origin === origin() && url.hash === '' && url.username === '' ? url.href : undefined
  }

  function cookie(state: string, value: string, seconds: number): string {
    const secure = origin().startsWith('https:') ? '; Secure' : ''
    return `${cookieName(state)}=${value}; Path=${paths.callback}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  }

  return {
    type,
    describe: async () => ({
      type,
      name: oidc.title,
      authorize_url: paths.start,
      client_id: oidc.clientId,
      sign_up: await signUp(),
      ...filled({ picture_url: oidc.picture }),
    }),
    async identify(token) {
      const row = await db.write((tx) => takeOidcToken(tx, tokenKey(token)))
      return row && (JSON.parse(row.identity) as Identity)
    },
    async leave(idToken) {
      if (!oidc.logout) return undefined
      // The session here has ended: a provider that does not answer must not hold the person up.
      const config = await Promise.race([configuration(), setTimeout(logoutPatience * 1_000, undefined, { ref: false })])
      if (!config?.serverMetadata().end_session_endpoint) return undefined
      const back = { post_logout_redirect_uri: `${origin()}/signin`, state: signedOutState }
      return client.buildEndSessionUrl(config, { ...back, ...(idToken !== null && { id_token_hint: idToken }) }).href
    },
    serve(http) {
      http.get(paths.start, async (request, reply) => {
        starts.take(addressKey(request.ip))
        reply.header('cache-control', 'no-store')
        try {
          const { address, cookie } = await start(request.query)
          return reply.header('set-cookie', cookie).redirect(address)
        } catch (error) {
          if (error instanceof Refusal) throw error
          request.log.warn(error, 'The OpenID provider cannot be reached.')
          return reply.redirect('/auth_error')
        }
      })
      http.get(paths.callback, async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        const back = await comeBack(new URL(request.url, origin()), request.headers.cookie ?? '')
        if (!back) return reply.redirect('/auth_error')
        if (back.error) request.log.warn(back.error, 'A sign-in at the OpenID provider did not work.')
        return reply.header('set-cookie', cookie(back.state, '', 0)).redirect(back.address)
      })
    },
  }
}

/** Each visit has its own cookie, so that two tabs can sign in at the same time. */
function cookieName(state: string): string {
  return `waypost-oidc-${createHash('sha256').update(state).digest('hex').slice(0, 12)}`
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}
