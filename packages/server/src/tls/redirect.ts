import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import type { ConnectionLimits } from '../http/connection-limits.ts'
import { Connections } from '../http/connections.ts'
import { answerRefusal } from '../http/raw-refusals.ts'

interface RedirectOptions {
  /** The origin to which requests are redirected, whatever host they name. */
  origin: string
  challenges: ReadonlyMap<string, string>
  /** Whether there is a certificate, so that the origin answers. */
  isReady(): boolean
  limits: ConnectionLimits
}

const maxConnections = 1_000
/** Milliseconds that a connection stays open for another request. */
const keepAlive = 5_000
/** Seconds after which a browser may retry while the first certificate is being fetched. */
const tryAgainAfter = 30
const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]{1,128})$/

/** Plain HTTP. It accepts no data, and serves only challenges and redirects to HTTPS. */
export class RedirectServer {
  readonly #connections: Connections
  readonly #server: Server
  /** Oldest first. */
  readonly #open = new Set<Socket>()
  readonly #options: RedirectOptions

  constructor(options: RedirectOptions) {
    this.#options = options
    this.#connections = new Connections(options.limits)
    this.#server = this.#connections.makeServer((request, response) => this.#answer(request, response))
    this.#server.keepAliveTimeout = keepAlive
    this.#server.on('connection', (socket: Socket) => this.#makeRoom(socket))
    // Clients of live streams follow no redirects.
    this.#server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => {})
      socket.end(`HTTP/1.1 403 ${STATUS_CODES[403]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy())
    })
  }

  async listen(host: string, port: number): Promise<void> {
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async close(): Promise<void> {
    await this.#connections.close(() => {})
  }

  /**
   * Closes the oldest connection when there is one too many. Requests are answered at once, so the oldest is merely idle; if new ones were
   * refused instead, which is what servers do by default, idle connections could lock the ACME server out.
   */
  #makeRoom(socket: Socket): void {
    const [oldest] = this.#open
    if (oldest && this.#open.size === maxConnections) {
      this.#open.delete(oldest)
      oldest.destroy()
    }
    this.#open.add(socket)
    socket.on('close', () => this.#open.delete(socket))
  }

  #answer({ method, url = '/' }: IncomingMessage, response: ServerResponse): void {
    const { origin, challenges, isReady } = this.#options
    const path = pathOf(url)
    if (method !== 'GET' && method !== 'HEAD') {
      // The request was sent in plain text. A redirect would hide that from the people who have to change the address.
      answerRefusal(response, new Refusal('invalid_request', `Send this to ${origin}, not over plain HTTP.`))
      return
    }
    const [, token] = challengePath.exec(path) ?? []
    const { host } = new URL(origin)
    if (token !== undefined) {
      const text = challenges.get(token)
      send(response, text === undefined ? 404 : 200, text ?? 'There is no such challenge.')
    } else if (isReady()) send(response, 308, `This page is at ${origin}.`, { location: origin + path })
    else {
      const sentence = `${host} has no certificate yet. Try again in a minute; its administrator finds the reason in the log of the server.`
      send(response, 503, sentence, { 'retry-after': String(tryAgainAfter) })
    }
  }
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(text) + 1,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .end(`${text}\n`)
}

/** The path and query of a request, even one with an absolute URL (RFC 9112, 3.2.2), safe to append to an origin. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const safe = path.replace(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter))
  return safe.startsWith('/') ? safe : `/${safe}`
}
