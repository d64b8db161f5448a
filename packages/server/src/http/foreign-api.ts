// Serves a foreign interface in its own scope: with its credentials, refusal format, CORS and unparsed bodies, within the limits of calls.

import { isUtf8 } from 'node:buffer'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { isCutUtf8, lettersOf, textWithCuts } from '../fetch/utf8.ts'
import { loopTurns } from '../processor/turns.ts'
import { ConcurrencyLimit } from './concurrency.ts'
import { announcedBytes, chargeBytes, costOfBytes, type HttpOptions, settle, spend, takeTurn } from './http.ts'
import { addressKey } from './rate-limits.ts'
import { type ForeignForm, foreignFormOf, readError } from './refusals.ts'

/** A foreign interface. `Who` is the identity behind its credentials. */
export interface ForeignApi<Who> extends ForeignForm {
  /**
   * Authenticates a request by any credentials that the interface accepts; undefined for a request without any. These forms of credentials
   * are accepted nowhere else.
   * @throws Refusal for wrong credentials
   */
  authenticate(request: FastifyRequest): Who | undefined | Promise<Who | undefined>
  /** The account charged for a request, in its budget and its turns; without one, the network is charged. */
  payerOf(who: Who): string
  /** The token whose use is recorded, if any. */
  callerOf(who: Who): Caller | undefined
  headers: Readonly<Record<string, string>>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route of a foreign interface. */
export interface ForeignRoute<Who> {
  method: Method | Method[]
  url: string
  /** The maximum bytes of its body, then a buffer in `request.body`. If absent, the route reads the body from `request.raw` itself. */
  bodyBytes?: number
  ignoresCredentials?: true
  /** Its cost besides its body, in units of the budget; defaults to 1. */
  units?: number
  /** Each account has many turns for short responses and few for pages. A stream takes none: it is counted as a stream. */
  answer: 'short' | 'page' | 'stream'
  run(request: FastifyRequest, reply: FastifyReply, who: Who | undefined): unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    ignoresCredentials?: true
    units?: number
  }
  interface FastifyRequest {
    /** The first bytes of a body that was too long to hold. */
    bodyStart: Buffer | undefined
    foreignWho: unknown
  }
}

/** Serves the routes of a foreign interface, and refuses its other addresses in its format. */
export function serveForeign<Who>(
  http: FastifyInstance,
  options: HttpOptions,
  api: ForeignApi<Who>,
  routes: readonly ForeignRoute<Who>[],
): void {
  http.foreignForms.push(api)
  const turns = { page: new ConcurrencyLimit(), short: new ConcurrencyLimit({ concurrency: 64, maxWaiting: 5_000, all: 2_048 }) }
  void http.register(async (scope) => {
    scope.decorateRequest('foreignWho', undefined)
    scope.decorateRequest('bodyStart', undefined)
    scope.addHook('onRequest', (request, reply, done) => {
      if (foreignFormOf(request) !== api) return void reply.callNotFound()
      reply.headers(api.headers)
      const { ignoresCredentials } = request.routeOptions.config
      const fail = (refusal: unknown) =>
        settle(done, () => {
          // Wrong credentials cost the same as none.
          charge(request, reply, options)
          throw refusal
        })
      let who: ReturnType<typeof api.authenticate>
      try {
        who = ignoresCredentials ? undefined : api.authenticate(request)
      } catch (refusal) {
        return fail(refusal)
      }
      if (who instanceof Promise) who.then((found) => settle(done, () => admit(api, found, request, reply, options)), fail)
      else settle(done, () => admit(api, who as Who | undefined, request, reply, options))
    })
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      api.refuse(request, reply.removeHeader('connection'), readError(error, request)),
    )
    const inMemory = routes.filter(({ bodyBytes }) => bodyBytes !== undefined)
    for (const route of inMemory) addRoute(scope, options, route, turns)
    await scope.register(async (streaming) => {
      streaming.removeAllContentTypeParsers()
      streaming.addContentTypeParser('*', (_request, _body, done) => done(null))
      for (const route of routes) if (!inMemory.includes(route)) addRoute(streaming, options, route, turns)
    })
  })
}

function addRoute<Who>(
  scope: FastifyInstance,
  options: HttpOptions,
  route: ForeignRoute<Who>,
  turns: Readonly<Record<'page' | 'short', ConcurrencyLimit>>,
): void {
  const { method, url, bodyBytes, ignoresCredentials, units = 1, answer, run } = route
  const { published } = options
  const isRead = method === 'GET'
  scope.route({
    method,
    url,
    ...(bodyBytes !== undefined && { bodyLimit: Math.max(1, bodyBytes) }),
    // A HEAD request of a stream would never end.
    exposeHeadRoute: answer === 'page' || answer === 'short',
    config: { foreign: true, units, ...(ignoresCredentials && { ignoresCredentials }) },
    handler: async (request, reply) => {
      const who = request.foreignWho as Who | undefined
      if (answer === 'stream') return run(request, reply, who)
      const turn = await takeTurn(turns[answer], request, reply)
      const running = Promise.resolve(run(request, reply, who))
      // The client's next request may go to another node, which must already know of this change.
      const given = await (isRead || !published ? running : running.finally(published))
      request.heldBody?.release()
      turn.sending(() => reply.raw.destroy())
      return given
    },
  })
}

function admit<Who>(
  api: ForeignApi<Who>,
  who: Who | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  options: HttpOptions,
): void {
  request.foreignWho = who
  request.payer = who === undefined ? undefined : api.payerOf(who)
  charge(request, reply, options)
  const caller = who === undefined ? undefined : api.callerOf(who)
  if (caller) options.noteUse?.(caller, request)
}

function charge(request: FastifyRequest, reply: FastifyReply, options: HttpOptions): void {
  const { config, bodyLimit } = request.routeOptions
  // A longer body is refused, or it is a file, whose size the account's storage limits.
  const announced = Math.min(announcedBytes(request), bodyLimit)
  spend((config.units ?? 1) + costOfBytes(announced), request, reply, options)
}

/**
 * Reads the body of a request for a route that handles it itself: undefined if it is longer than `most` bytes; it must then be read in full
 * from `request.raw`.
 * @throws Refusal `unavailable`, `ratelimited`, or `invalid_request` for a truncated body
 */
export async function startOfBody(request: FastifyRequest, most: number, options: HttpOptions): Promise<Buffer | undefined> {
  const charging = (bytes: number) => chargeBytes(Math.min(bytes, most), request, options)
  const received = await request.server.heldBodies.receiveStart(addressKey(request.ip), request.raw, most, charging)
  request.heldBody = received.held
  if (received.body === undefined) request.bodyStart = received.start.subarray(0, startKept)
  await loopTurns.wait(addressKey(request.ip))
  return received.body
}

/** The number of bytes that identify a file's type. */
const startKept = 512

/** A header as text: most programs send UTF-8, which Node reads as Latin-1. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value.join(', ') : value
  return text === undefined ? undefined : fromLatin1(text)
}

function fromLatin1(text: string): string {
  if (isAscii(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/, '')
  // Some programs truncate titles at a byte limit.
  const letters = lettersOf(bytes)
  return isCutUtf8(letters) ? textWithCuts(bytes, letters) : text
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false
  return true
}

/** The first value of a query field; undefined if absent. */
export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[]>)[name]
  return Array.isArray(value) ? value[0] : value
}
