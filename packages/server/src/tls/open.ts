// Serves HTTPS under one name: the certificate, the servers using it, and plain HTTP that redirects to them.

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from '../http/connection-limits.ts'
import type { ServerMaker } from '../http/connections.ts'
import type { Certificate } from './certificate.ts'
import { openFiles } from './own-files.ts'
import { RedirectServer } from './redirect.ts'
import { openRenewal, usualLongestSleep } from './renewal.ts'
import { usualRetry } from './rules.ts'
import type { TlsConfig } from './settings.ts'
import type { Report } from './source.ts'

/** Times in milliseconds. */
export interface TlsTimes {
  retry: number
  /** Between two checks of the operator's files. */
  look: number
  /** The longest that a wait for a renewal sleeps before it checks the clock again. */
  longestSleep: number
}

const usualTimes: TlsTimes = { retry: usualRetry, look: 10_000, longestSleep: usualLongestSleep }

/** The state of HTTPS, for administrators. Times in milliseconds since 1970. */
interface TlsState {
  domain: string
  source: 'acme' | 'files'
  /** When the certificate expires; undefined before the first one. */
  ends: number | undefined
  /** The latest failure since the certificate was obtained. */
  failure: { sentence: string; at: number; next: number | undefined } | undefined
}

export interface Tls {
  readonly servers: ServerMaker
  readonly httpPort: number
  readonly certified: Promise<void>
  state(): TlsState
  listen(host: string): Promise<void>
  start(): void
  close(): Promise<void>
}

interface TlsOptions {
  config: TlsConfig
  data: string
  origin: string
  limits: ConnectionLimits
  log: { warn(what: object, sentence: string): void }
  times?: Partial<TlsTimes>
}

/** The limits of plain HTTP, where no request has a reason to take long. */
function shortened(limits: ConnectionLimits): ConnectionLimits {
  const shorter = {
    headers: 10_000,
    bodySilence: 2_000,
    body: 2_000,
    stall: 10_000,
    drain: 2_000,
    drainBytes: 2 ** 16,
    finish: 1_000,
  }
  const entries = Object.entries(shorter) as [keyof typeof shorter, number][]
  return { ...limits, ...Object.fromEntries(entries.map(([name, most]) => [name, Math.min(most, limits[name])])) }
}

/** @throws ConfigError, or the error of the file system */
export async function openTls({ config, data, origin, limits, log, times }: TlsOptions): Promise<Tls> {
  const { domain, files } = config
  const { retry, look, longestSleep } = { ...usualTimes, ...times }
  const servers = new SecureServers()
  const challenges = new Map<string, string>()
  let certificate: Certificate | undefined
  let failure: TlsState['failure']
  const first = Promise.withResolvers<void>()
  const report: Report = {
    use(newer) {
      servers.use(newer.pem)
      certificate = newer
      failure = undefined
      first.resolve()
    },
    fail(sentence, next) {
      failure = { sentence, at: Date.now(), next }
      log.warn({ domain, ...(next !== undefined && { next: new Date(next).toISOString() }) }, sentence)
    },
  }
  const source = files
    ? await openFiles({ domain, files, every: look, report })
    : await openRenewal({ config, data, challenges, retry, longestSleep, report })
  const redirects = new RedirectServer({
    origin,
    challenges,
    isReady: () => certificate !== undefined,
    limits: shortened(limits),
  })
  return {
    servers,
    certified: first.promise,
    get httpPort() {
      return redirects.port
    },
    state: () => ({ domain, source: files ? 'files' : 'acme', ends: certificate?.to, failure }),
    listen: (host) => redirects.listen(host, config.httpPort),
    start: () => source.start(),
    async close() {
      await source.close()
      await redirects.close()
      servers.destroy()
    },
  }
}

/** Browsers that have visited once use only HTTPS for half a year: it suits rare visits, and expires if a server gives up HTTPS. */
const strictTransport = `max-age=${180 * 24 * 60 * 60}`
/** TLS 1.0 and 1.1 are obsolete (RFC 8996). */
const minVersion = 'TLSv1.2'

/** The HTTPS servers of this process. Without a certificate they refuse every handshake. */
class SecureServers implements ServerMaker {
  readonly opened = 'secureConnection'
  readonly #servers: SecureServer[] = []
  /** All connections, including those still in the handshake, which no other part knows. */
  readonly #sockets = new Set<Socket>()
  #pem: string | undefined

  create(options: ServerOptions): Server {
    const server = createServer({
      ...options,
      ...this.#context(),
      // A handshake may take as long as headers.
      handshakeTimeout: options.headersTimeout,
    })
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (_request: IncomingMessage, response: ServerResponse) =>
        response.setHeader('strict-transport-security', strictTransport),
      )
    this.#servers.push(server)
    return server as unknown as Server
  }

  /** Serves new connections with a key and its certificate. Open connections keep theirs. */
  use(pem: string): void {
    this.#pem = pem
    for (const server of this.#servers) server.setSecureContext(this.#context())
  }

  destroy(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #context() {
    return { minVersion, ...(this.#pem !== undefined && { key: this.#pem, cert: this.#pem }) } as const
  }
}
