// Fetches addresses that users enter, from the public network only.

import { request as askPlain, type IncomingMessage } from 'node:http'
import { request as askTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { readBody } from './body.ts'
import { FetchError } from './failure.ts'
import { machineNames, publicNames, type Resolve } from './names.ts'
import { isPublicAddress, isWebPort } from './public-address.ts'

interface Fetched {
  /** 200 to 299, or 304 when nothing changed. */
  status: number
  /** The address that answered, after all redirects. */
  url: string
  headers: Record<string, string | undefined>
  /** Decompressed; empty for 304. */
  body: Buffer
}

/** Fetches addresses that users enter. */
export interface Fetcher {
  /** @throws FetchError; or the signal's reason when it was aborted */
  get(url: string, options?: FetchOptions): Promise<Fetched>
}

interface FetchOptions {
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Milliseconds for the whole fetch, if they differ from the fetcher's. */
  timeLimit?: number
  /** Bytes of the decompressed body, if they differ from the fetcher's. */
  sizeLimit?: number
  /** Reads only so many bytes of the decompressed body, and no more from the server. */
  startOnly?: number
}

interface FetcherOptions {
  /** Allows addresses in the server's own network. For tests. */
  allowPrivate?: boolean
  resolve?: Resolve
  /** Whether an address may be connected to. */
  isAllowed?: (address: string) => boolean
  /** Milliseconds for the whole fetch, redirects and body included. */
  timeLimit?: number
  /** Bytes of the decompressed body. */
  sizeLimit?: number
}

const maxRedirects = 5
const redirects = [301, 302, 303, 307, 308]

/**
 * Opens a fetcher that reaches only the public network. Addresses are checked when the connection is made, not before, so that a name
 * cannot resolve differently after the check. Every redirect is checked as well.
 */
export function openFetcher(options: FetcherOptions = {}): Fetcher {
  const { allowPrivate = false, timeLimit: usualTime = 20_000, sizeLimit: usualSize = 2 * 2 ** 20 } = options
  const resolve = options.resolve ?? (allowPrivate ? machineNames : publicNames())
  const isAllowed = allowPrivate ? () => true : (options.isAllowed ?? isPublicAddress)
  const lookup = lookupAllowed(resolve, isAllowed)

  async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchError('Only http and https addresses are fetched.')
    if (url.username || url.password) throw new FetchError('An address with a password in it is not fetched.')
    if (!isWebPort(url.port)) throw new FetchError(`Port ${url.port} is not fetched from.`)
    // A host that is an IP address is not resolved, so it is checked here. The parser has normalized its spelling.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) && !isAllowed(host)) throw new FetchError(notPublic)
    return new Promise((keep, fail) => {
      // Without an agent no connection is reused, so each request is checked.
      const asking = (url.protocol === 'https:' ? askTls : askPlain)(url, { agent: false, lookup, headers, signal }, keep)
      asking.on('error', fail).end()
    })
  }

  return {
    async get(address, { headers = {}, signal: stop, timeLimit = usualTime, sizeLimit = usualSize, startOnly } = {}) {
      const size = { limit: startOnly ?? sizeLimit, startOnly: startOnly !== undefined }
      const late = AbortSignal.timeout(timeLimit)
      const signal = stop ? AbortSignal.any([late, stop]) : late
      try {
        let url = parse(address)
        for (let hop = 0; hop <= maxRedirects; hop++) {
          const answer = await ask(url, { 'user-agent': 'Waypost', 'accept-encoding': 'gzip, deflate, br', ...headers }, signal)
          const { statusCode: status = 0 } = answer
          const to = answer.headers.location
          if (redirects.includes(status) && typeof to === 'string') {
            answer.on('error', ignore).destroy()
            url = parse(to, url)
            continue
          }
          if (status !== 304 && (status < 200 || status > 299)) {
            answer.on('error', ignore).destroy()
            throw new FetchError(`The server answered with status ${status}.`)
          }
          const body = await readBody(answer, one(answer.headers['content-encoding']), size, signal)
          const told = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, one(value)]))
          return { status, url: url.href, headers: told, body }
        }
        throw new FetchError(`The address redirects more than ${maxRedirects} times.`)
      } catch (error) {
        if (stop?.aborted) throw stop.reason
        if (late.aborted) throw new FetchError(`The server did not answer within ${timeLimit / 1_000} seconds.`)
        throw sentenceOf(error)
      }
    },
  }
}

const notPublic = 'The address leads into a private network and is not fetched.'

/** Resolves a name to the addresses that may be connected to; the connection uses exactly these. */
function lookupAllowed(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (name, { all, family }, done) => {
    resolve(name).then(
      (found) => {
        const fitting = found.filter((address) => !family || family === address.family || family === `IPv${address.family}`)
        const allowed = fitting.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        // A name with any private address is refused: it is ours, or an attack.
        if (!first || allowed.length < fitting.length) done(new FetchError(notPublic), '', 0)
        else if (all) done(null, allowed)
        else done(null, first.address, first.family)
      },
      (error) => done(error, '', 0),
    )
  }
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base?.href)) throw new FetchError('This is not an address.')
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

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

function ignore(): void {}
