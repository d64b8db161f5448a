// Serves an interface that is not ours, in a scope of its own: with its credentials, its form of refusals, its CORS and the bodies as they
// were sent, within the limits that calls have.

import { isUtf8 } from 'node:buffer'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { isCutUtf8, lettersOf, textWithCuts } from '../fetch/utf8.ts'
import { loopTurns } from '../processor/turns.ts'
import { ConcurrencyLimit } from './concurrency.ts'
import { announcedBytes, chargeBytes, costOfBytes, type HttpOptions, settle, spend, takeTurn } from './http.ts'
import { addressKey } from './rate-limits.ts'
import { type ForeignForm, foreignFormOf, readError } from './refusals.ts'

/** An interface that is not ours. `Who` is what its credentials stand for. */
export interface ForeignApi<Who> extends ForeignForm {
  /**
   * Finds who makes a request, from every form of credentials that the interface has; undefined for a request without any. Credentials of
   * these forms count nowhere else.
   * @throws Refusal for wrong ones
   */
  authenticate(request: FastifyRequest): Who | undefined | Promise<Who | undefined>
  /** The account that pays for a request, in its budget and its turns; without one the network does. */
  payerOf(who: Who): string
  /** The token whose use is noted, if there is one. */
  callerOf(who: Who): Caller | undefined
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route of an interface that is not ours. */
export interface ForeignRoute<Who> {
  method: Method | Method[]
  url: string
  /** The most bytes of its body, which is a buffer in `request.body`. The route reads it itself, from `request.raw`, if absent. */
  bodyBytes?: number
  /** Whether credentials make no difference, not even wrong ones. */
  ignoresCredentials?: true
  /** What it costs besides its body, in units of the budget; 1 if absent. */
  units?: number
  /** How long its answer is: each account has many turns for short ones and few for pages. A stream has none: it is counted as a stream. */
  answer: 'short' | 'page' | 'stream'
  /** Carries it out, and sends the answer or returns it. */
  run(request: FastifyRequest, reply: FastifyReply, who: Who | undefined): unknown
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the scope of a foreign interface has to know of its route. */
    ignoresCredentials?: true
    units?: number
  }
  interface FastifyRequest {
    /** The first bytes of a body that is longer than was held. */
    bodyStart: Buffer | undefined
    /** Who makes a request in a foreign interface. */
    foreignWho: unknown
  }
}

/** Serves the routes of an interface that is not ours, and refuses the rest of its addresses in its form. */
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
      // The client's next request may go to another node, which must know what this one changed.
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
  // A longer body is refused, or is a file, whose bytes the storage of the account limits.
  const announced = Math.min(announcedBytes(request), bodyLimit)
  spend((config.units ?? 1) + costOfBytes(announced), request, reply, options)
}

/**
 * The body of a request as bytes, of a route that reads it itself: undefined if it is longer than `most` bytes; it is then still to be
 * read, from `request.raw`, as a whole.
 * @throws Refusal `unavailable`, `ratelimited`, or `invalid_request` for a body that is cut off
 */
export async function startOfBody(request: FastifyRequest, most: number, options: HttpOptions): Promise<Buffer | undefined> {
  const charging = (bytes: number) => chargeBytes(Math.min(bytes, most), request, options)
  const received = await request.server.heldBodies.receiveStart(addressKey(request.ip), request.raw, most, charging)
  request.heldBody = received.held
  if (received.body === undefined) request.bodyStart = received.start.subarray(0, startKept)
  await loopTurns.wait(addressKey(request.ip))
  return received.body
}

/** The bytes by which a file is recognized. */
const startKept = 512

/** A header as text: most programs send UTF-8 there, which Node reads as Latin-1. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value.join(', ') : value
  return text === undefined ? undefined : fromLatin1(text)
}

function fromLatin1(text: string): string {
  if (isAscii(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\ufeff/, '')
  // Some programs cut titles after so many bytes.
  const letters = lettersOf(bytes)
  return isCutUtf8(letters) ? textWithCuts(bytes, letters) : text
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7e) return false
  return true
}

/** The first value of a field of the query; undefined without one. */
export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, string | string[]>)[name]
  return Array.isArray(value) ? value[0] : value
}
