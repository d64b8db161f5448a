// Takes a browser to the issuer and back: the authorization code flow with PKCE, at the end of which it has a sign-in token of ours.

import { createHash } from 'node:crypto'
import { addressLength, nameLength, Refusal } from '@waypost/protocol'
import * as client from 'openid-client'
import * as v from 'valibot'
import { microseconds } from '../../change.ts'
import type { Db } from '../../db/db.ts'
import { accessToken, hashToken, sameHash } from '../../tokens.ts'
import { type Identity, identityOf } from '../provider.ts'
import { insertOidcToken, insertOidcVisit, type OidcVisitRow, takeOidcVisit } from './rows.ts'
import { isFresh, joinsByDomain, secondsSinceProof, standingOf } from './rules.ts'
import type { OidcConfig } from './settings.ts'

/** What visits at a provider need. */
export interface Issuer {
  oidc: OidcConfig
  db: Db
  origin(): string
  /** The path to which the provider sends browsers back. */
  callback: string
  configuration(): Promise<client.Configuration>
}

/** How long a visit at the provider may take, and how long the sign-in token can be redeemed afterwards. In seconds. */
const visitFor = 600
const tokenFor = 120

/** An ID token may exceed the length limit of a URL. Then the sign-out continues without it. */
const longestIdToken = 4_096

const Start = v.object({
  redirect_uri: v.pipe(v.string(), v.maxLength(addressLength)),
  state: v.optional(v.pipe(v.string(), v.maxLength(nameLength))),
  prompt: v.optional(v.string()),
})

/** Sends a browser to the issuer. A cookie binds the visit to this browser, so that it can't complete another browser's sign-in. */
export async function start(issuer: Issuer, query: unknown): Promise<{ address: string; cookie: string }> {
  const { oidc, db, origin, callback } = issuer
  const input = v.safeParse(Start, query)
  const redirect = input.success ? redirectHere(origin(), input.output.redirect_uri) : undefined
  if (!input.success || !redirect) throw Refusal.param('redirect_uri')
  const config = await issuer.configuration()
  const [state, nonce, verifier, browser] = [
    client.randomState(),
    client.randomNonce(),
    client.randomPKCECodeVerifier(),
    accessToken(),
  ]
  const client_state = input.output.state ?? null
  const fresh = input.output.prompt === 'login'
  const fresh_since = fresh ? microseconds() : null
  const { type } = oidc
  const visit = { state, type, browser: hashToken(browser), verifier, nonce, redirect_uri: redirect, client_state, fresh_since }
  await db.write((tx) => insertOidcVisit(tx, visit, visitFor))
  const prompts = config.serverMetadata().prompt_values_supported
  const { prompt } = input.output
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: origin() + callback,
    scope: oidc.scopes,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    // An issuer that does not know a prompt may refuse the whole request.
    ...(prompt !== undefined && (fresh || (Array.isArray(prompts) && prompts.includes(prompt))) ? { prompt } : {}),
    ...(fresh ? { max_age: '0' } : {}),
  })
  return { address: address.href, cookie: cookie(issuer, state, browser, visitFor) }
}

/** Handles the issuer's redirect; returns where the browser goes next, or undefined when this browser did not start the visit. */
export async function comeBack(
  issuer: Issuer,
  url: URL,
  cookies: string,
): Promise<{ address: string; state: string; error?: unknown } | undefined> {
  const state = url.searchParams.get('state') ?? ''
  const browser = readCookie(cookies, cookieName(state))
  if (state === '' || browser === undefined) return undefined
  const visit = await issuer.db.write((tx) => takeOidcVisit(tx, state))
  if (visit?.type !== issuer.oidc.type || !sameHash(visit.browser, hashToken(browser))) return undefined
  const answer = new URLSearchParams()
  let error: unknown
  try {
    const identity = await exchange(issuer, url, visit)
    answer.set('access_token', await handOut(issuer, identity))
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
async function exchange({ oidc, configuration }: Issuer, url: URL, visit: OidcVisitRow): Promise<Identity> {
  const config = await configuration()
  const tokens = await client.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: visit.verifier,
    expectedState: visit.state,
    expectedNonce: visit.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The issuer gave no ID token.')
  // Many issuers put only the subject into the ID token; the other claims are at the userinfo endpoint.
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

/** @returns a sign-in token, which works once */
async function handOut({ oidc, db }: Issuer, identity: Identity): Promise<string> {
  const token = accessToken()
  await db.write((tx) => insertOidcToken(tx, tokenKey(oidc, token), JSON.stringify(identity), tokenFor))
  return token
}

/** The key of a sign-in token in the database. The token of one provider is none of another. */
export const tokenKey = ({ type }: OidcConfig, token: string) => hashToken(`${type} ${token}`)

/** An absolute address on our own origin; undefined for any other, which must not get the token. */
function redirectHere(origin: string, address: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin && url.hash === '' && url.username === '' ? url.href : undefined
}

/** The cookie that binds a visit to its browser. @param seconds 0 to delete it */
export function cookie({ origin, callback }: Issuer, state: string, value: string, seconds: number): string {
  const secure = origin().startsWith('https:') ? '; Secure' : ''
  return `${cookieName(state)}=${value}; Path=${callback}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
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
