import { setTimeout } from 'node:timers/promises'
import { Refusal } from '@waypost/protocol'
import type { FastifyInstance } from 'fastify'
import * as client from 'openid-client'
import type { Db } from '../../db/db.ts'
import { addressKey, type RateLimit, throttle } from '../../http/rate-limits.ts'
import { filled } from '../../objects.ts'
import { madeOnce } from '../../processor/made-once.ts'
import type { Identity, Provider } from '../provider.ts'
import { takeOidcToken } from './rows.ts'
import type { OidcConfig } from './settings.ts'
import { comeBack, cookie, type Issuer, start, tokenKey } from './visit.ts'

interface Options {
  oidc: OidcConfig
  db: Db
  origin(): string
  signUp(): Promise<boolean>
  /** How often one network address may start a sign-in. */
  rateLimit: RateLimit
}

/** Seconds within which the provider must answer when a session ends. */
const logoutPatience = 5
/** The state with which the sign-in page opens after a sign-out at the provider. */
const signedOutState = 'signed-out'

/**
 * Any OpenID provider. To our client, it works like the others: a page that returns with `#access_token=...`. In between, the server itself
 * runs the authorization code flow with PKCE, and gives the browser a sign-in token that works once.
 */
export function oidcProvider(options: Options): Provider & { serve(http: FastifyInstance): void } {
  const { oidc, db, origin, signUp } = options
  const { type } = oidc
  const paths = { start: `/provider/${type}/start`, callback: `/provider/${type}/callback` }
  const starts = throttle(options.rateLimit)

  const configuration = madeOnce(() => {
    const address = new URL(oidc.issuer)
    const insecure = address.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}
    return client.discovery(address, oidc.clientId, oidc.clientSecret, undefined, insecure)
  })
  const issuer: Issuer = { oidc, db, origin, callback: paths.callback, configuration }

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
      const row = await db.write((tx) => takeOidcToken(tx, tokenKey(oidc, token)))
      return row && (JSON.parse(row.identity) as Identity)
    },
    async leave(idToken) {
      if (!oidc.logout) return undefined
      // The session here has ended, so an unresponsive provider must not hold the person up.
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
          const { address, cookie } = await start(issuer, request.query)
          return reply.header('set-cookie', cookie).redirect(address)
        } catch (error) {
          if (error instanceof Refusal) throw error
          request.log.warn(error, 'The OpenID provider cannot be reached.')
          return reply.redirect('/auth_error')
        }
      })
      http.get(paths.callback, async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        const back = await comeBack(issuer, new URL(request.url, origin()), request.headers.cookie ?? '')
        if (!back) return reply.redirect('/auth_error')
        if (back.error) request.log.warn(back.error, 'A sign-in at the OpenID provider did not work.')
        return reply.header('set-cookie', cookie(issuer, back.state, '', 0)).redirect(back.address)
      })
    },
  }
}
