// Sends refusals as responses, turns errors into refusals, and answers preflight requests and unknown addresses.

import { type OauthError, Refusal, type RefusalCode, refusalBody } from '@waypost/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InferOutput } from 'valibot'
import { refusalOfDisk } from '../disk-trouble.ts'
import { Methods } from './methods.ts'

/** Handles OPTIONS, unknown addresses, wrong methods and errors. Call it before routes are added. */
export function refuseTheRest(http: FastifyInstance): void {
  const methods = new Methods(http)
  const methodsAt = (url: string) => methods.at(url, (method) => method === 'OPTIONS' || !isApi(url))
  http.options('/*', async (request, reply) => {
    if (isApi(request.url)) reply.headers(crossOriginAsked)
    return reply.code(204).header('allow', methodsAt(request.url).join(', ')).send()
  })
  http.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url).filter((method) => method !== 'OPTIONS')
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      const refusal = new Refusal('method_not_allowed', `This address takes ${allowed.join(', ')}, not ${request.method}.`)
      return refuse(reply.header('allow', [...allowed, 'OPTIONS'].join(', ')), refusal)
    }
    return refuseAddress(request, reply, new Refusal('not_found'))
  })
  // Fastify closes a connection whose body it has not read completely, which would cut the sender off before it reads the response.
  // `Connections` reads the rest, within bounds.
  http.setErrorHandler((error: FastifyError, request, reply) =>
    refuse(reply.removeHeader('connection'), readError(error, request)),
  )
}

/** Sends a refusal as JSON. Every refusal of a request passes here. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const wait = refusal.retryAfter ?? usualWait[refusal.status]
  if (wait !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', wait)
  const body = speaksOauth(reply.request) ? oauthError(refusal) : refusalBody(refusal)
  // RFC 6749, 5.2.
  if (refusal.code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="Waypost"')
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': privately['cache-control'], 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** The codes of RFC 6749. Those that are not here begin with `invalid_request`, or are of the server. */
const oauthCodes: Partial<Record<RefusalCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  // Of the person who gave the code.
  account_suspended: 'invalid_grant',
  ratelimited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
}

/**
 * Whether a request is refused as RFC 6749 says. Its libraries send forms; programs that were written against this API send JSON, and get the
 * form of all other refusals.
 */
function speaksOauth({ routeOptions, body, bodyLabel }: FastifyRequest): boolean {
  // The content takes precedence over the media type, as in `readFields`.
  const form = Buffer.isBuffer(body) ? !/^\s*[{[]/.test(body.toString('latin1', 0, 64)) : /\burlencoded\b/i.test(bodyLabel)
  return routeOptions.config.call?.oauthErrors === true && form
}

/** The body of a refusal of OAuth 2.0. `error_code` is the code of this API, as in all other refusals. */
function oauthError(refusal: Refusal): InferOutput<typeof OauthError> {
  return {
    error: oauthCode(refusal),
    // Quotes, backslashes and all that is not ASCII are not allowed in it.
    error_description: refusal.message.replace(/["\\]/g, "'").replace(/[^ -~]/g, ' '),
    error_code: refusal.code,
  }
}

function oauthCode({ code, status, param, missing }: Refusal): string {
  if (code === 'invalid_param' && param === 'grant_type' && !missing) return 'unsupported_grant_type'
  // Without credentials, a client is not authenticated.
  if (code === 'invalid_param' && (param === 'client_id' || param === 'client_secret')) return 'invalid_client'
  return oauthCodes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request')
}

/** The default `Retry-After` by status, in seconds. */
const usualWait: Readonly<Record<number, number>> = { 429: 60, 503: 5 }

/** Refuses a request for an address that has no route: as JSON in the API, else as text. */
export function refuseAddress(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (isApi(request.url)) return refuse(reply.headers({ ...crossOrigin, ...privately }), refusal)
  return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
}

/** Whether a path belongs to the API, which any origin may call. All other paths are pages and files. */
export function isApi(url: string): boolean {
  return /^\/(v[23]|oauth2)(?:[/?#]|$)/.test(url)
}

const refusalOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Turns an error into the refusal that the caller gets, and logs unexpected errors. */
export function readError(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const code = refusalOfFastify[error.code]
  if (code) return new Refusal(code)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return new Refusal('invalid_request')
  // Full and broken disks are logged, too: the administrator has to know.
  request.log.error(error, `${request.method} ${request.routeOptions.url ?? request.url}`)
  return refusalOfDisk(error) ?? new Refusal('internal')
}

/** Any page may call the API: it uses tokens, never cookies. */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, Retry-After, ETag',
}

/** Responses of calls are for their caller alone, unless they say otherwise. */
export const privately = {
  'cache-control': 'no-store, private',
  vary: 'accept-encoding, access-token, authorization',
  'x-content-type-options': 'nosniff',
}

/** Headers of the response to a preflight request only. */
const crossOriginAsked = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Access-Token, Authorization, Content-Type, If-None-Match, X-User-Agent, API-Version, User-Agent',
  'access-control-max-age': '86400',
}
