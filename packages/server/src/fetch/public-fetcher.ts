import { request as askPlain, type IncomingMessage, Agent as PlainAgent } from 'node:http'
import { request as askTls, Agent as TlsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { FetchError } from './failure.ts'
import { isPublicAddress, isWebPort, machineNames, publicNames, type Resolve } from './public-address.ts'

interface Fetched {
  /** 200 to 299, or 304 when nothing changed. */
  status: number
  url: string
  /** The new URL, after the permanent redirects that precede any temporary one; the original URL if there are none. */
  movedTo: string
  headers: Record<string, string | undefined>
  /** Decompressed; empty for 304. */
  body: Buffer
}

interface Posted {
  status: number
  headers: Record<string, string | undefined>
  /** The beginning of the body as sent; empty for 200 to 299, or if it couldn't be read. */
  body: Buffer
}

/** Fetches addresses that users enter. */
export interface Fetcher {
  /** @throws FetchError; or the signal's reason when it was aborted */
  get(url: string, options?: FetchOptions): Promise<Fetched>
  /**
   * Posts a body. Redirects are not followed. Nothing is sent twice: a server that drops a connection may already have read the request
   * (RFC 9110, 9.2.2).
   * @throws FetchError if there is no response, or the signal's reason if it was aborted
   */
  post(url: string, body: Buffer, options?: PostOptions): Promise<Posted>
  /** The same with any method; GET and HEAD have no body. */
  send(method: string, url: string, body: Buffer, options?: PostOptions): Promise<Posted>
}

interface PostOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds. */
  timeLimit?: number
}

interface FetchOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds. */
  timeLimit?: number
  /** Bytes of the decompressed body. */
  sizeLimit?: number
  /** Bytes of the decompressed body; no more is read from the server. */
  startOnly?: number
  /** Called with each piece of the decompressed body; reading stops once it returns true. */
  isEnough?: (piece: Buffer) => boolean
}

interface FetcherOptions {
  /** Allows addresses in the server's own network. For tests. */
  allowPrivate?: boolean
  resolve?: Resolve
  isAllowed?: (address: string) => boolean
  /** Milliseconds, redirects and body included. */
  timeLimit?: number
  sizeLimit?: number
}

interface Asked {
  method: string
  headers: Record<string, string>
  body?: Buffer
  /** Keeps connections for later requests; without agents none is reused. */
  agents?: Agents
  signal: AbortSignal
}

interface Agents {
  'http:': PlainAgent
  'https:': TlsAgent
}

const maxRedirects = 5
/** How much of the response to a refused `post` is read, in bytes and in milliseconds. */
const reasonSize = 4_096
const reasonWithin = 1_000
/** Idle connections kept per server, and the milliseconds after which an idle one is closed. */
const idleSockets = { maxFreeSockets: 8, timeout: 30_000 }
/** Bytes up to which a piece counts as small, and the maximum of small pieces and interim responses (RFC 9110, 15.2) per response. */
const crumbBytes = 256
const mostCrumbs = 5_000
const mostInformations = 20
/** How many bytes are read of the response to an accepted `post`. */
const acceptedSize = 2 ** 20
const redirects = [301, 302, 303, 307, 308]
const permanentRedirects = [301, 308]

/**
 * Opens a fetcher that reaches only the public network. Addresses are checked when the connection is made, not earlier, so that a name
 * can't resolve differently after the check. Every redirect is checked too.
 */
export function openFetcher(options: FetcherOptions = {}): Fetcher {
  const { allowPrivate = false, timeLimit: usualTime = 20_000, sizeLimit: usualSize = 2 * 2 ** 20 } = options
  const resolve = options.resolve ?? (allowPrivate ? machineNames : publicNames())
  const isAllowed = allowPrivate ? () => true : (options.isAllowed ?? isPublicAddress)
  const lookup = lookupAllowed(resolve, isAllowed)
  let kept: Agents | undefined

  async function ask(url: URL, { method, headers, body, agents, signal }: Asked): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https addresses are fetched.')
    if (url.username || url.password) throw refused('An address with a password in it is not fetched.')
    if (!isWebPort(url.port)) throw refused(`Port ${url.port} is not fetched from.`)
    // A host that is an IP address is not resolved, so it is checked here. The parser has normalized its spelling.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !isAllowed(host)) throw refused(notPublic)
    const agent = agents?.[url.protocol] ?? false
    return new Promise((keep, fail) => {
      // Addresses are checked for each connection.
      const asking = (url.protocol === 'https:' ? askTls : askPlain)(url, { agent, lookup, method, headers, signal })
      let informations = 0
      asking.on('information', () => {
        if (++informations > mostInformations)
          asking.destroy(new FetchError('The server says again and again that it will answer.'))
      })
      asking.on('response', (answer) => {
        // The same packet may have exceeded a limit already.
        if (asking.destroyed) answer.on('error', ignore).destroy()
        else keep(answer)
      })
      asking.on('error', fail).end(body)
    })
  }

  return {
    async get(address, { headers = {}, signal: stop, timeLimit = usualTime, sizeLimit = usualSize, startOnly, isEnough } = {}) {
      const size = { limit: startOnly ?? sizeLimit, startOnly: startOnly !== undefined, isEnough }
      const late = AbortSignal.timeout(timeLimit)
      const signal = stop ? AbortSignal.any([late, stop]) : late
      try {
        let url = parse(address)
        let movedTo = url
        for (let hop = 0; hop <= maxRedirects; hop++) {
          const sent = { 'user-agent': 'Waypost', 'accept-encoding': 'gzip, deflate, br', ...headers }
          const answer = await ask(url, { method: 'GET', headers: sent, signal })
          const { statusCode: status = 0 } = answer
          const to = answer.headers.location
          if (redirects.includes(status) && typeof to === 'string') {
            answer.on('error', ignore).destroy()
            const isMoved = movedTo === url && permanentRedirects.includes(status)
            url = parse(to, url)
            if (isMoved) movedTo = url
            continue
          }
          if (status !== 304 && (status < 200 || status > 299)) {
            answer.on('error', ignore).destroy()
            const answered = { status, retryAfter: answer.headers['retry-after'], isElsewhere: movedTo !== url }
            throw new FetchError(`The server answered with status ${status}.`, { answer: answered })
          }
          const body = await readBody(answer, one(answer.headers['content-encoding']), size, signal)
          return { status, url: url.href, movedTo: movedTo.href, headers: headersOf(answer), body }
        }
        throw new FetchError(`The address redirects more than ${maxRedirects} times.`)
      } catch (error) {
        throw reasonOf(error, late, timeLimit, stop)
      }
    },
    post: (address, body, options) => send('POST', address, body, options),
    send,
  }

  async function send(
    method: string,
    address: string,
    body: Buffer,
    { headers = {}, signal: stop, timeLimit = usualTime }: PostOptions = {},
  ): Promise<Posted> {
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const late = AbortSignal.timeout(timeLimit)
    const signal = stop ? AbortSignal.any([late, stop]) : late
    kept ??= {
      'http:': new PlainAgent({ keepAlive: true, ...idleSockets }),
      'https:': new TlsAgent({ keepAlive: true, ...idleSockets }),
    }
    try {
      const length: Record<string, string> = hasBody ? { 'content-length': String(body.length) } : {}
      const sent = { 'user-agent': 'Waypost', ...headers, ...length }
      const answer = await ask(parse(address), { method, headers: sent, ...(hasBody && { body }), agents: kept, signal })
      const { statusCode: status = 0 } = answer
      return { status, headers: headersOf(answer), body: await reason(answer, status) }
    } catch (error) {
      throw reasonOf(error, late, timeLimit, stop)
    }
  }
}

/** The server's explanation of a refusal. The status is already known, so an unreadable body is not a failure. */
async function reason(answer: IncomingMessage, status: number): Promise<Buffer> {
  if (status >= 200 && status <= 299) {
    // Read to the end, so that the connection can be reused.
    const ends = setTimeout(() => answer.destroy(), reasonWithin)
    const isCrumbled = crumbs()
    let length = 0
    answer.on('data', (piece: Buffer) => {
      length += piece.length
      if (isCrumbled(piece) || length > acceptedSize) answer.destroy()
    })
    await new Promise<void>((closed) => answer.on('error', ignore).on('close', closed))
    clearTimeout(ends)
    return Buffer.alloc(0)
  }
  const beginning = { limit: reasonSize, startOnly: true }
  return readBody(answer, undefined, beginning, AbortSignal.timeout(reasonWithin)).catch(() => Buffer.alloc(0))
}

function reasonOf(error: unknown, late: AbortSignal, timeLimit: number, stop: AbortSignal | undefined): unknown {
  if (stop?.aborted) return stop.reason
  if (late.aborted) return new FetchError(`The server did not answer within ${timeLimit / 1_000} seconds.`)
  return sentenceOf(error)
}

const refused = (sentence: string) => new FetchError(sentence, { isRefused: true })

const notPublic = 'This address is on a private network, so the server doesn’t fetch it.'

/** Resolves a name to the allowed addresses; the connection uses exactly these. */
function lookupAllowed(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, { all, family }, done) => {
    resolve(name).then(
      (found) => {
        const fitting = found.filter((address) => !family || family === address.family || family === `IPv${address.family}`)
        const allowed = fitting.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        // A name with any private address is refused: it is ours, or an attack. The name isn't refused permanently, because filters and
        // captive portals answer every name like this, and differently later.
        if (!first || allowed.length < fitting.length) done(new FetchError(notPublic), '', 0)
        else if (all) done(null, allowed)
        else done(null, first.address, first.family)
      },
      (error) => done(error, '', 0),
    )
  }
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw refused('This is not an address.')
  return new URL(address, base?.href)
}

const sentences: Record<string, string> = {
  ENOTFOUND: 'There is no server under this name.',
  ENODATA: 'There is no server under this name.',
  ESERVFAIL: 'The name of the server could not be looked up.',
  ETIMEOUT: 'The name of the server could not be looked up.',
  EAI_AGAIN: 'The name of the server could not be looked up.',
  ECONNREFUSED: 'The server does not take the connection.',
  ECONNRESET: 'The server broke the connection off.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  ETIMEDOUT: 'The server cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
}

/** Describes an error without details of this machine. */
function sentenceOf(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  const { cause, code } = error as { cause?: unknown; code?: string }
  if (cause instanceof FetchError) return cause
  const known = sentences[code ?? '']
  if (known) return new FetchError(known, { cause: error })
  if (/CERT|SSL|TLS/.test(code ?? '')) return new FetchError('The certificate of the server is not good.', { cause: error })
  return new FetchError('The answer of the server could not be read.', { cause: error })
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, one(value)]))

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function ignore(): void {}

/** Counts the small pieces of a response. @returns whether there are too many */
function crumbs(): (piece: Buffer) => boolean {
  let count = 0
  return (piece) => piece.length <= crumbBytes && ++count > mostCrumbs
}

const unpackers: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads and decompresses a body. The limit counts decompressed bytes as they are produced, so that a decompression bomb takes no more
 * memory than any other body.
 * @param startOnly returns the first `limit` bytes of a longer body and stops reading
 * @param isEnough called with each piece as it arrives; reading stops once it returns true
 * @throws FetchError if the body is longer than `limit` bytes, or arrives in too many small pieces
 */
async function readBody(
  body: Readable,
  encoding = 'identity',
  { limit, startOnly, isEnough }: { limit: number; startOnly: boolean; isEnough?: ((piece: Buffer) => boolean) | undefined },
  signal: AbortSignal,
): Promise<Buffer> {
  const unpacker = unpackers[encoding.trim().toLowerCase()]
  if (!unpacker && !/^(identity)?$/i.test(encoding.trim())) {
    body.on('error', () => {}).destroy()
    throw new FetchError('The answer of the server is packed in a way that is not known here.')
  }
  // Piped by hand: `pipeline` would wait forever for a decompressor that was stopped in the middle of a chunk.
  const unpacked = unpacker ? body.pipe(unpacker()) : body
  const pieces: Buffer[] = []
  let length = 0
  try {
    await new Promise<void>((keep, fail) => {
      signal.throwIfAborted()
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      for (const stream of [body, unpacked]) stream.on('error', fail)
      const isCrumbled = crumbs()
      body.on('data', (piece: Buffer) => {
        if (!isCrumbled(piece)) return
        body.destroy()
        fail(new FetchError('The answer of the server comes in too many small pieces.'))
      })
      unpacked.on('end', keep)
      unpacked.on('data', (piece: Buffer) => {
        length += piece.length
        pieces.push(piece)
        if ((length > limit && startOnly) || isEnough?.(piece)) keep()
        else if (length > limit) fail(new FetchError(`What is there is larger than ${Math.floor(limit / 2 ** 20)} MB.`))
      })
    })
    return Buffer.concat(pieces, Math.min(length, limit))
  } finally {
    for (const stream of [unpacked, body]) stream.on('error', () => {}).destroy()
  }
}
