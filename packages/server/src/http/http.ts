// Creates the HTTP server and serves calls: authenticates the caller, parses the input, runs the handler and responds.

import { bytesPerUnit, type Call, costOf, type Gives, isList, Refusal, requestBytes, type Taken } from '@waypost/protocol'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import * as v from 'valibot'
import type { Caller, FindCaller } from '../caller.ts'
import type { Config } from '../config.ts'
import { loopTurns } from '../processor/turns.ts'
import { ConcurrencyLimit, type Turn } from './concurrency.ts'
import type { Connections } from './connections.ts'
import { readBasic, readToken } from './credentials.ts'
import { plainForwarding } from './forwarded.ts'
import { addressKey, type Budgets, overBudget } from './rate-limits.ts'
import { faultOfAddress } from './raw-refusals.ts'
import { HeldBodies, type HeldBody } from './reading/held-bodies.ts'
import { parseInput, readInput, receiveBody } from './reading/input.ts'
import { BrokenQuery, readQuery } from './reading/pairs.ts'
import { crossOrigin, isApi, privately, readError, refuseAddress, refuseTheRest } from './refusals.ts'
import { sendJson } from './response.ts'
import { hiderOf } from './rights/hide.ts'
import { viewerOf } from './rights/secret-fields.ts'
import { requireRight } from './who-may-call.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call
  }
  interface FastifyRequest {
    /** The caller, found by token; undefined for a call that anyone may make. */
    caller: Caller | undefined
    /** The account whose budget is charged for the request; if undefined, the network address is charged. */
    payer: string | undefined
    heldBody: HeldBody | undefined
    paidBytes: number
    /** The media type of the body as sent, before the adapter replaces it. */
    bodyLabel: string
  }
  interface FastifyInstance {
    heldBodies: HeldBodies
  }
}

/** The maximum characters of one path segment: programs name a hundred topics in one. */
const partLength = 8_192

/** Who makes a request, and from where. */
export interface RequestContext {
  /** The caller to whom the token belongs. @throws Refusal `invalid_access_token` if there is no token */
  readonly caller: Caller
  /** The caller of a call that anyone may make; undefined without a valid token. */
  findCaller(): Promise<Caller | undefined>
  /** The unparsed fields of the body or query, without those of the path. */
  readonly rawInput: Readonly<Record<string, unknown>>
  /** The client's network address, for display and storage. Limits count by `network`. */
  readonly address: string
  /** The key of the client's network, by which everything is counted and limited. */
  readonly network: string
  /** `User-Agent`. */
  readonly userAgent: string | undefined
  /** `X-User-Agent`, by which clients of this API name themselves. */
  readonly ownUserAgent: string | undefined
  /** Basic authorization, which some calls accept instead of fields. */
  readonly basic: { user: string; password: string } | undefined
}

export type { Caller }

/** A call and the function that runs it. */
export interface Handler {
  call: Call
  run(input: unknown, context: RequestContext): Promise<unknown>
}

/** Binds a call to its function, with the types of the call's input and output. */
export function handle<C extends Call>(call: C, run: (input: Taken<C>, context: RequestContext) => Promise<Gives<C>>): Handler {
  return { call, run: run as Handler['run'] }
}

export interface HttpOptions {
  connections: Connections
  log: Config['log']
  trustProxy: Config['trustProxy']
  findCaller: FindCaller
  budgets: Budgets
  /** Called after every response with the call's name or the route's pattern, the status and the duration in milliseconds. */
  observe?(what: string, status: number, took: number): void
  noteUse?(caller: Caller, from: { readonly ip: string }): void
  /** Checks the proof that a call requires of the session; undefined if it requires none. */
  checkElevation?(call: Call, input: unknown, caller: Caller): Promise<void> | undefined
  /** Resolves once published messages are flushed. */
  published?(): Promise<void>
  /** Receives request bodies; has the default limits if absent. */
  bodies?: HeldBodies
  /** Checks every response against its call's schema; for tests. */
  checkOutput?: boolean
}

/** Creates the HTTP server without its calls. */
export function makeHttp(options: HttpOptions): FastifyInstance {
  const http = fastify({
    logger: options.log === 'silent' ? false : { level: options.log },
    bodyLimit: requestBytes,
    // Logging a line costs more than most requests.
    logController: new LogController({ disableRequestLogging: true }),
    serverFactory: options.connections.makeServer,
    routerOptions: {
      maxParamLength: partLength,
      ignoreTrailingSlash: true,
      querystringParser: readQuery as () => Record<string, string>,
    },
    // Only trusted reverse proxies may report the client's address.
    trustProxy: options.trustProxy,
    // `Connections` refuses anything but HTTP, and closes open connections.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: () => {},
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    frameworkErrors: (error, request, reply) =>
      refuseAddress(request, reply as unknown as FastifyReply, readError(error, request)),
  })
  http.removeAllContentTypeParsers()
  const bodies = options.bodies ?? new HeldBodies()
  http.addContentTypeParser('text/plain', (request, payload, done) => {
    receiveBody(bodies, request, payload, (bytes) => chargeBytes(bytes, request, options)).then((body) => done(null, body), done)
  })
  http.decorate('heldBodies', bodies)
  http.decorateRequest('caller', undefined)
  http.decorateRequest('payer', undefined)
  http.decorateRequest('heldBody', undefined)
  http.decorateRequest('paidBytes', 0)
  http.decorateRequest('bodyLabel', '')
  // Hot path: the caller is nearly always cached, and then no promise is awaited.
  http.addHook('onRequest', (request, reply, done) => {
    plainForwarding(request.raw.headers)
    const { call } = request.routeOptions.config
    const api = isApi(request.url)
    if (api) reply.headers(crossOrigin)
    if (api || call) reply.headers(privately)
    // Programs send bodies with wrong media types, so fastify must not parse them: `readFields` looks at the content.
    request.bodyLabel = request.headers['content-type'] ?? ''
    request.raw.headers['content-type'] = 'text/plain'
    const wrong = faultOfAddress(request.raw)
    if (wrong !== undefined) return done(new Refusal('invalid_request', wrong))
    if (request.query instanceof BrokenQuery) return done(request.query.refusal)
    if (!call) return settle(done, () => api && request.method !== 'OPTIONS' && spend(1, request, reply, options))
    // The caller is authenticated before the body is read.
    const token = call.who === 'anyone' ? undefined : readToken(request.headers)
    const caller = token === undefined ? undefined : options.findCaller(token)
    if (!(caller instanceof Promise)) return settle(done, () => admit(call, caller, request, reply, options))
    caller.then(
      (found) => settle(done, () => admit(call, found, request, reply, options)),
      // The account is suspended: the request is charged as if it had no account.
      (refusal) =>
        settle(done, () => {
          spend(costOf(call), request, reply, options)
          throw refusal
        }),
    )
  })
  const { observe } = options
  http.addHook('onResponse', (request, reply, done) => {
    request.heldBody?.release()
    const { config, url } = request.routeOptions
    observe?.(config.call?.name ?? url ?? 'none', reply.statusCode, reply.elapsedTime)
    done()
  })
  refuseTheRest(http)
  return http
}

/** Calls have their own schemas. Without this, fastify loads two large compilers for JSON Schema at every start. */
function noSchema(): never {
  throw new Error('No route has a JSON Schema.')
}

/** Registers the routes of calls: authenticate, read the input, parse, run, respond. */
export function serve(http: FastifyInstance, options: HttpOptions, handlers: readonly Handler[]): void {
  const { published } = options
  const turnsOf = turnsByCall()
  for (const { call, run } of handlers) {
    const list = isList(call)
    const turns = turnsOf(call)
    http.route({
      method: call.method,
      url: call.path,
      bodyLimit: call.requestBytes ?? requestBytes,
      config: { call },
      handler: async (request, reply) => {
        const { caller } = request
        // The response contains a token (RFC 6749, 5.1).
        if (call.oauthErrors) reply.header('pragma', 'no-cache')
        const rawInput = await readInput(call, request, (bytes) => chargeBytes(bytes, request, options, reply))
        const turn = await takeTurn(turns, request, reply)
        const input = parseInput(call, rawInput, request.params)
        const proof = caller && options.checkElevation?.(call, input, caller)
        if (proof) await proof
        const running = run(input, {
          get caller() {
            if (caller === undefined) throw new Refusal('invalid_access_token')
            return caller
          },
          findCaller: () => callerIfAny(options.findCaller, readToken(request.headers)),
          rawInput,
          // On a server that listens on all addresses, IPv4 clients appear with IPv6 addresses.
          address: request.ip.replace(/^::ffff:(?=\d+\.)/i, ''),
          network: addressKey(request.ip),
          userAgent: request.headers['user-agent'],
          ownUserAgent: request.headers['x-user-agent']?.toString(),
          get basic() {
            return readBasic(request.headers.authorization)
          },
        })
        // The client's next request may go to another node, which must already know of this change.
        const made = await (call.method === 'GET' || !published ? running : running.finally(published))
        request.heldBody?.release()
        const hide = hiderOf(call, caller === undefined ? 'anyone' : viewerOf(caller))
        const given = hide ? hide(made) : made
        if (options.checkOutput) v.parse(call.gives, given)
        turn.sending(() => reply.raw.destroy())
        return sendJson(request, reply, given as object, list && call.method === 'GET')
      },
    })
  }
}

/** The slots that a call takes: few for long answers, many for the short ones of most calls. */
function turnsByCall(): (call: Call) => ConcurrencyLimit {
  const pages = new ConcurrencyLimit()
  const larger = new ConcurrencyLimit({ concurrency: 4, all: 64 })
  const others = new ConcurrencyLimit({ concurrency: 64, maxWaiting: 5_000, all: 2_048 })
  return (call) => {
    if (call.answerBytes !== undefined) return larger
    return call.method === 'GET' || call.answersPage || isList(call) ? pages : others
  }
}

/** Waits for a slot of the account, or else of the network, and for a turn of the event loop; the response or its connection frees it. */
export async function takeTurn(turns: ConcurrencyLimit, { payer, ip }: FastifyRequest, reply: FastifyReply): Promise<Turn> {
  const turn = await turns.acquire(payer ?? addressKey(ip))
  if (reply.raw.closed) turn.end()
  else reply.raw.on('close', turn.end)
  await loopTurns.wait(addressKey(ip))
  return turn
}

/** Runs the work of a hook and passes its error to `done`. */
export function settle(done: (refusal?: Refusal) => void, work: () => unknown): void {
  try {
    work()
  } catch (refusal) {
    done(refusal as Refusal)
    return
  }
  done()
}

function admit(call: Call, caller: Caller | undefined, request: FastifyRequest, reply: FastifyReply, options: HttpOptions): void {
  request.caller = caller
  request.payer = caller?.account.iden
  spend(costOf(call) + costOfBytes(announcedBytes(request)), request, reply, options)
  if (call.who === 'anyone') return
  if (caller === undefined) throw new Refusal('invalid_access_token')
  options.noteUse?.(caller, request)
  requireRight(call, caller)
}

/** The caller of a call that anyone may make. A suspended person counts as no caller, e.g. to write to support. */
async function callerIfAny(findCaller: FindCaller, token: string | undefined): Promise<Caller | undefined> {
  try {
    return token === undefined ? undefined : await findCaller(token)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'account_suspended') return undefined
    throw error
  }
}

/** Charges units to the paying account, or to the network address if there is none. @throws Refusal `ratelimited` */
export function spend(units: number, request: FastifyRequest, reply: FastifyReply | undefined, { budgets }: HttpOptions): void {
  const { bucket, enough } = budgets.spend(request.payer ?? addressKey(request.ip), units)
  const full = Math.ceil(bucket.full / 1_000)
  reply?.headers({
    'x-ratelimit-limit': budgets.limit,
    'x-ratelimit-remaining': bucket.left,
    'x-ratelimit-reset': full,
  })
  if (!enough) throw overBudget(bucket)
}

export const costOfBytes = (bytes: number) => Math.floor(bytes / bytesPerUnit)

/** The `Content-Length` of a request; 0 if absent. */
export function announcedBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length']) || 0
}

/** Charges for the bytes of a body as they arrive, beyond those that were announced. @throws Refusal `ratelimited` */
export function chargeBytes(bytes: number, request: FastifyRequest, options: HttpOptions, reply?: FastifyReply): void {
  const paid = Math.max(request.paidBytes, announcedBytes(request))
  const units = costOfBytes(bytes) - costOfBytes(paid)
  // The response reports the budget after the charges for the body, which arrived before there was a response.
  if (units <= 0 && (!reply || request.paidBytes === 0)) return
  request.paidBytes = Math.max(bytes, request.paidBytes)
  spend(Math.max(0, units), request, reply, options)
}
