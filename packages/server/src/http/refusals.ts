import { type OauthError, Refusal, type RefusalCode, refusalBody } from '@waypost/protocol'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InferOutput } from 'valibot'
import { refusalOfDisk } from '../disk-trouble.ts'
import { challengeTo } from './credentials.ts'

declare module 'fastify' {
  interface FastifyInstance {
    foreignForms: ForeignForm[]
  }
  interface FastifyContextConfig {
    /** Whether the route belongs to a foreign interface: then it says nothing about an address's methods. */
    foreign?: true
  }
}

/** How a foreign interface refuses requests that none of its routes accept. */
export interface ForeignForm {
  owns(method: string, path: string): boolean
  /** Whether an address of this interface is a WebSocket, which its route accepts. */
  upgrades?(path: string): boolean
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply
  /** The status and headers of the response to a preflight request; if absent, it is refused as unknown. */
  preflight?: { status: number; headers: Readonly<Record<string, string>> }
}

/** The path of a URL, without its query. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] as string

/** The foreign interface that a request is for, if any. */
export function foreignFormOf({ server, method, url }: FastifyRequest): ForeignForm | undefined {
  return server.foreignForms.find((form) => form.owns(method, pathOf(url)))
}

/** Handles OPTIONS, unknown addresses, wrong methods and errors. Call it before adding routes. */
export function refuseTheRest(http: FastifyInstance): void {
  http.decorate('foreignForms', [])
  const methods = new Methods(http)
  const methodsAt = (url: string) => methods.at(url, (method) => method === 'OPTIONS' || !isApi(url))
  http.options('/*', async (request, reply) => {
    const form = foreignFormOf(request)
    if (form?.preflight) return reply.code(form.preflight.status).headers(form.preflight.headers).send()
    if (form) return form.refuse(request, reply, new Refusal('not_found'))
    if (isApi(request.url)) reply.headers(crossOriginAsked)
    return reply.code(204).header('allow', methodsAt(request.url).join(', ')).send()
  })
  http.setNotFoundHandler((request, reply) => {
    const form = foreignFormOf(request)
    if (form) return form.refuse(request, reply, new Refusal('not_found'))
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

/** Sends a refusal as JSON. Every refusal of a request goes through here. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const wait = refusal.retryAfter ?? usualWait[refusal.status]
  if (wait !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', wait)
  const body = speaksOauth(reply.request) ? oauthError(refusal) : refusalBody(refusal)
  if (refusal.status === 401) reply.headers(challengeTo(reply.request.headers))
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': privately['cache-control'], 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** The codes of RFC 6749. All other codes map to `invalid_request`, or to the server's error. */
const oauthCodes: Partial<Record<RefusalCode, string>> = {
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  // The account of the person who issued the code.
  account_suspended: 'invalid_grant',
  ratelimited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
}

/** Whether to refuse in the format of RFC 6749. OAuth libraries send forms; programs for this API send JSON and get usual refusals. */
function speaksOauth({ routeOptions, body, bodyLabel }: FastifyRequest): boolean {
  // The content takes precedence over the media type, as in `readFields`.
  const form = Buffer.isBuffer(body) ? !/^\s*[{[]/.test(body.toString('latin1', 0, 64)) : /\burlencoded\b/i.test(bodyLabel)
  return routeOptions.config.call?.oauthErrors === true && form
}

/** The body of an OAuth 2.0 error. `error_code` is the code of this API, as in all other refusals. */
function oauthError(refusal: Refusal): InferOutput<typeof OauthError> {
  return {
    error: oauthCode(refusal),
    // It may not contain quotes, backslashes or non-ASCII characters.
    error_description: refusal.message.replace(/["\\]/g, "'").replace(/[^ -~]/g, ' '),
    error_code: refusal.code,
  }
}

function oauthCode({ code, status, param, missing }: Refusal): string {
  if (code === 'invalid_param' && param === 'grant_type' && !missing) return 'unsupported_grant_type'
  // Without credentials, a client is unauthenticated.
  if (code === 'invalid_param' && (param === 'client_id' || param === 'client_secret')) return 'invalid_client'
  return oauthCodes[code] ?? (status >= 500 ? 'server_error' : 'invalid_request')
}

/** The default `Retry-After` by status, in seconds. */
const usualWait: Readonly<Record<number, number>> = { 429: 60, 503: 5 }

/** Refuses a request without a route: as JSON in the API, in the format of a foreign interface, else as text. */
export function refuseAddress(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const form = foreignFormOf(request)
  if (form) return form.refuse(request, reply, refusal)
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

/** Turns an error into the refusal for the caller, and logs unexpected errors. */
export function readError(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const code = refusalOfFastify[error.code]
  if (code) return new Refusal(code)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return new Refusal('invalid_request')
  // Full and broken disks are logged too: the administrator has to know. The query is omitted because it may contain a token.
  request.log.error(error, `${request.method} ${request.routeOptions.url ?? pathOf(request.url)}`)
  return refusalOfDisk(error) ?? new Refusal('internal')
}

/** Any page may call the API: it uses tokens, never cookies. */
export const crossOrigin = {
  'access-control-allow-origin': '*',
  // Without `Date`, the browser extension couldn't sync its clock with the server's.
  'access-control-expose-headers': 'X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, Retry-After, ETag, Date',
}

/** Responses of calls are private to the caller, unless they say otherwise. */
export const privately = {
  'cache-control': 'no-store, private',
  vary: 'accept-encoding, access-token, authorization',
  'x-content-type-options': 'nosniff',
}

const crossOriginAsked = {
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Access-Token, Authorization, Content-Type, If-None-Match, X-User-Agent, API-Version, User-Agent',
  'access-control-max-age': '86400',
}

class Methods {
  readonly #routes: { method: string; pattern: RegExp; any: boolean }[] = []

  /** Records every route that is added from now on. */
  constructor(http: FastifyInstance) {
    http.addHook('onRoute', ({ method, url, config }) => {
      if (config?.foreign) return
      for (const one of [method].flat()) this.#routes.push({ method: one, pattern: patternOf(url), any: url === '/*' })
    })
  }

  /** The methods of an address; `besides` decides for which methods a catch-all route counts. */
  at(url: string, besides: (method: string) => boolean = () => true): string[] {
    const path = pathOf(url).replace(/(.)\/$/, '$1')
    const found = this.#routes.filter(({ method, pattern, any }) => (any ? besides(method) : pattern.test(path)))
    return [...new Set(found.map(({ method }) => method))].sort()
  }
}

/** `:name` matches one segment of a path, `*` the rest. */
function patternOf(url: string): RegExp {
  const text = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${text}$`)
}
