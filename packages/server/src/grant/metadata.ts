// Tells OAuth libraries the endpoints of this server and what it supports (RFC 8414).

import { appScopes } from '@waypost/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { crossOrigin } from '../http/refusals.ts'

/** Serves `/.well-known/oauth-authorization-server`. */
export function serveOauthMetadata(http: FastifyInstance, { config, origin }: Pick<Deps, 'config' | 'origin'>): void {
  http.get('/.well-known/oauth-authorization-server', async (request, reply) =>
    reply
      .headers({ ...crossOrigin, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(metadataOf(config.origin ?? requestedOrigin(request) ?? origin()))),
  )
}

/** RFC 8414, 2. Features left out are not supported. Libraries reject the document if its issuer is not where they fetched it. */
function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    scopes_supported: appScopes,
    response_types_supported: ['code', 'token'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'implicit'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256', 'plain'],
    service_documentation: `${issuer}/docs/api`,
  }
}

/** The origin at which a request reached this server, possibly through a trusted proxy, if no setting specifies it. */
function requestedOrigin({ protocol, host }: FastifyRequest): string | undefined {
  const address = `${protocol}://${host}`
  return host && URL.canParse(address) ? new URL(address).origin : undefined
}
