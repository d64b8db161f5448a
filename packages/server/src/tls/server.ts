// Makes the HTTPS servers, and changes their certificate while connections stay open.

import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ServerMaker } from '../http/connections.ts'

/** Browsers that were here once ask for HTTPS only, for half a year: long enough for rare visits, and it ends if a server gives HTTPS up. */
const strictTransport = `max-age=${180 * 24 * 60 * 60}`
/** TLS 1.0 and 1.1 are obsolete (RFC 8996). */
const minVersion = 'TLSv1.2'

/** The HTTPS servers of this process. Without a certificate they refuse every handshake. */
export class SecureServers implements ServerMaker {
  readonly opened = 'secureConnection'
  readonly #servers: SecureServer[] = []
  /** All connections, also those whose handshake is not finished, which no other part knows. */
  readonly #sockets = new Set<Socket>()
  #pem: string | undefined

  create(options: ServerOptions): Server {
    const server = createServer({
      ...options,
      ...this.#context(),
      // A handshake has as long as headers have.
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

  /** Serves new connections with a key and its certificate. Open ones go on with theirs. */
  use(pem: string): void {
    this.#pem = pem
    for (const server of this.#servers) server.setSecureContext(this.#context())
  }

  /** Drops all connections. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #context() {
    return { minVersion, ...(this.#pem !== undefined && { key: this.#pem, cert: this.#pem }) } as const
  }
}
