import { type Call, type Gives, limits, Refusal, type RefusalCode, refusalBody, type Taken } from '@waypost/protocol'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import * as v from 'valibot'
import type { Account } from './account/rows.ts'
import type { Config } from './config.ts'

/** Who asks, and from where. */
export interface Asked {
  /** The account whose token came with the call. @throws Refusal `invalid_access_token` when there was none. */
  readonly caller: Caller
  /** Network address of the program that asks. */
  readonly address: string
}

export interface Caller {
  account: Account
  /** The hash under which the token is kept. */
  token: string
}

/** A call and what the server does for it. */
export interface Answer {
  call: Call
  run(input: unknown, asked: Asked): Promise<unknown>
}

/** Ties a call to the function that carries it out. Types of both sides come from the call. */
export function answer<C extends Call>(call: C, run: (input: Taken<C>, asked: Asked) => Promise<Gives<C>>): Answer {
  return { call, run: run as Answer['run'] }
}

export interface HttpOptions {
  log: Config['log']
  /** Finds the caller of a token; undefined when no account has it. */
  findCaller(token: string): Promise<Caller | undefined>
  /** Lets tests see that every answer has the shape that its call promises. */
  checkAnswers?: boolean
}

/** The HTTP server with everything but its calls; the only place that knows fastify. */
export function makeHttp(options: HttpOptions): FastifyInstance {
  const http = fastify({
    logger: options.log === 'silent' ? false : { level: options.log },
    bodyLimit: limits.requestBytes,
    // One line a request would cost more than the request.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: limits.idenLength },
    forceCloseConnections: true,
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  http.addHook('onRequest', async (request, reply) => {
    if (isApi(request.url)) reply.headers(crossOrigin)
    // Programs send JSON as a form, forms as JSON and either under types that are none: `readBody` looks at the body itself.
    request.raw.headers['content-type'] = 'text/plain'
  })
  http.options('/*', async (request, reply) => reply.code(isApi(request.url) ? 204 : 404).send())
  http.setErrorHandler((error: FastifyError, request, reply) => refuse(reply, readError(error, request)))
  return http
}

/** Serves calls: match, who, parse, run, refuse. */
export function serve(http: FastifyInstance, options: HttpOptions, answers: readonly Answer[]): void {
  for (const { call, run } of answers) {
    http.route({
      method: call.method,
      url: call.path,
      handler: async (request, reply) => {
        const caller = call.who === 'anyone' ? undefined : await findCaller(request, options)
        const input = readInput(call, request)
        const given = await run(input, {
          get caller() {
            if (caller === undefined) throw new Refusal('invalid_access_token')
            return caller
          },
          address: request.ip,
        })
        if (options.checkAnswers) v.parse(call.gives, given)
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(given))
      },
    })
  }
}

/** Answers a refusal as JSON; every refusal passes here. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(refusal)))
}

/** Paths that programs of any origin may call; pages are on all others. */
export function isApi(url: string): boolean {
  return /^\/(v[23]|oauth2)\//.test(url)
}

/** The token of a request in any of its three forms: `Access-Token`, `Authorization: Bearer`, or Basic with the token as user. */
export function readToken(headers: FastifyRequest['headers']): string | undefined {
  const own = headers['access-token']
  if (typeof own === 'string' && own) return own
  const [, scheme, value] = /^(\S+)\s+(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (scheme === undefined || value === undefined) return undefined
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const [user] = Buffer.from(value, 'base64').toString('utf8').split(':', 1)
  return user || undefined
}

async function findCaller(request: FastifyRequest, options: HttpOptions): Promise<Caller> {
  const token = readToken(request.headers)
  const caller = token === undefined ? undefined : await options.findCaller(token)
  if (caller === undefined) throw new Refusal('invalid_access_token')
  return caller
}

function readInput(call: Call, request: FastifyRequest): unknown {
  const said = call.method === 'POST' ? readBody(request.body) : (request.query as Record<string, unknown>)
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(said)) {
    // Programs send empty fields for what they do not mean.
    if (value !== null && value !== '') input[name] = value
  }
  const parsed = v.safeParse(call.takes, Object.assign(input, request.params), { abortEarly: true })
  if (parsed.success) return parsed.output
  const param = parsed.issues[0]?.path?.[0]?.key
  throw typeof param === 'string' ? Refusal.param(param) : new Refusal('invalid_request')
}

/** A body that starts with `{` is JSON and any other a form, whatever the header says. */
function readBody(body: unknown): Record<string, unknown> {
  const text = typeof body === 'string' ? body.trim() : ''
  if (text === '') return {}
  if (!text.startsWith('{') && !text.startsWith('[')) return Object.fromEntries(new URLSearchParams(text))
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>
  } catch {
    // Told below.
  }
  throw new Refusal('invalid_request', 'The body is not a JSON object.')
}

const refusalOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'not_found',
}

function readError(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const code = refusalOfFastify[error.code]
  if (code) return new Refusal(code)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return new Refusal('invalid_request')
  request.log.error(error, `${request.method} ${request.routeOptions.url ?? request.url}`)
  return new Refusal('internal')
}

/** The API is open to any page: it goes by tokens, never by cookies. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'Access-Token, Authorization, Content-Type, X-User-Agent, API-Version, User-Agent',
  'access-control-max-age': '86400',
}
