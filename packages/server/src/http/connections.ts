import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import type { ConnectionLimits } from './connection-limits.ts'
import { addressKey } from './rate-limits.ts'
import { answerRefusal, type Fault, faultOfHost, notAllowed, refusalOfFault, refusalText } from './raw-refusals.ts'
import { CountedRequest, type PacedReading, paceReading } from './reading/paced.ts'

/** The slowest average rate of a body: 1 kB per second. */
const bodyBytesPerMs = 1
/** The maximum bytes of the request line and headers together: some programs put a whole message there. */
const mostHeaders = 80 * 1_024
/** The maximum pipelined requests of one connection, and of all connections together. */
const maxWaiting = { each: 256, all: 4_096 }
/** The number of pipelined requests at which reading from a connection pauses until they are answered. */
const enoughWaiting = 8
/** Milliseconds that a refused connection stays open, so that the sender can read the refusal. */
const linger = 1_000

interface Connection {
  socket: Socket
  reading: PacedReading
  /** The response in flight. Further requests wait until it is sent, so a connection never holds two responses. */
  response: ServerResponse | undefined
  /** The latest request; its body may still be arriving. */
  request: IncomingMessage | undefined
  waiting: { request: IncomingMessage; response: ServerResponse }[]
  /** How many bytes had reached the reader when some were last unsent, and since when. */
  sent: number
  sentSince: number
  /** When the body began, the bytes read from the connection by then and at the last check, and when that number last rose. */
  bodySince: number
  bodyFrom: number
  heard: number
  heardSince: number
  /** When the request was answered while its body was still arriving; 0 otherwise. */
  drainSince: number
  /** Its last response has been sent; it ends with the body of that request. */
  last: boolean
  /** Refused, or handed over to a live stream: nothing more is read as HTTP. */
  done: boolean
}

/** Makes servers. */
export interface ServerMaker {
  create(options: ServerOptions): Server
  /** The event that announces a connection ready for HTTP. */
  readonly opened: 'connection' | 'secureConnection'
}

const plain: ServerMaker = { create: createServer, opened: 'connection' }

/** Creates fastify's servers, serves the requests of each connection in order, and closes connections gracefully. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #maker: ServerMaker
  readonly #servers: Server[] = []
  readonly #connections = new Map<Duplex, Connection>()
  /** Connections without a request, longest idle first. */
  readonly #idle = new Set<Duplex>()
  readonly #clock: NodeJS.Timeout
  #handle: RequestListener | undefined
  #closing = false
  /** The number of pipelined requests on all connections. */
  #waiting = 0
  #emptied = () => {}

  constructor(limits: ConnectionLimits, maker = plain) {
    this.#limits = limits
    this.#maker = maker
    this.#clock = setInterval(() => this.#look(), limits.every)
    this.#clock.unref()
  }

  readonly makeServer = (handle: RequestListener): Server => {
    this.#handle = handle
    return this.#make(handle, this.#maker)
  }

  #make(handle: RequestListener, maker: ServerMaker): Server {
    const server = maker.create({
      IncomingMessage: CountedRequest,
      headersTimeout: this.#limits.headers,
      maxHeaderSize: mostHeaders,
      // Bodies are timed below, by their progress: a file may take a long time.
      requestTimeout: 0,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: Math.max(this.#limits.every, Math.min(this.#limits.headers, 5_000)),
      // Refused below, like other invalid requests.
      requireHostHeader: false,
      // Other upgrades are ignored and the request is answered normally (RFC 9110, 7.8).
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.trim().toLowerCase() === 'websocket',
    })
    server.on(maker.opened, (socket: Socket) => this.#opened(socket))
    // Unknown expectations need not be refused (RFC 9110, 10.1.1).
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (request: IncomingMessage, response: ServerResponse) => this.#take(request, response, handle))
    server.on('clientError', (error: Fault, socket: Duplex) => this.#refuseBroken(error, socket))
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => this.#refuse(socket, notAllowed()))
    server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      const connection = this.#connections.get(socket)
      // A stream cannot begin in the middle of a response.
      if (connection?.response || this.#closing) socket.destroy()
      else if (connection) connection.done = true
      this.#idle.delete(socket)
    })
    this.#servers.push(server)
    return server
  }

  /** Listens on other addresses of a name besides fastify's: `localhost` often has two, and programs differ in which they try. */
  async listenBeside(main: Server, name: string): Promise<void> {
    const { address, port } = main.address() as AddressInfo
    for (const other of await lookup(name, { all: true })) {
      if (other.address === address || !this.#handle) continue
      const server = this.makeServer(this.#handle)
      server.on('upgrade', (...upgrade) => main.emit('upgrade', ...upgrade))
      await new Promise<void>((resolve) => {
        // If this machine doesn't have the address, or it is taken, the first one is unaffected.
        server.once('error', () => resolve())
        server.listen(port, other.address, resolve)
      })
    }
  }

  /** Listens on loopback for a program that this one starts, in plain HTTP even if everyone else needs HTTPS. @returns the port */
  async listenInside(main: Server): Promise<number> {
    if (!this.#handle) throw new Error('There is nothing to serve yet.')
    const server = this.#make(this.#handle, plain)
    server.on('upgrade', (...upgrade) => main.emit('upgrade', ...upgrade))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  /** Stops listening, calls `stopped`, and closes each connection after its last pending response, or at the time limit. */
  async close(stopped: () => void): Promise<void> {
    this.#closing = true
    // The `close` of an HTTP server would also end connections whose request has arrived but has not been read yet.
    for (const server of this.#servers) if (server.listening) NetServer.prototype.close.call(server)
    stopped()
    for (let turns = 0; turns < 2; turns++) await new Promise(setImmediate)
    for (const connection of this.#connections.values()) {
      // Anything that the connection has sent since is discarded unread.
      const isIdle = !connection.response && !connection.reading.isHolding
      if (isIdle && !connection.done) connection.socket.destroy()
      else this.#markLast(connection)
    }
    if (this.#connections.size > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#limits.finish)
        this.#emptied = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    for (const { socket } of this.#connections.values()) socket.destroy()
    clearInterval(this.#clock)
  }

  #opened(socket: Socket): void {
    if (this.#closing || !this.#makeRoom()) {
      socket.destroy()
      return
    }
    const noBody = { bodySince: 0, bodyFrom: 0, heard: 0, heardSince: 0, drainSince: 0 }
    const noRequest = { response: undefined, request: undefined, waiting: [], last: false, done: false }
    const reading = paceReading(socket, addressKey(socket.remoteAddress ?? ''))
    const connection: Connection = { socket, reading, ...noRequest, sent: 0, sentSince: 0, ...noBody }
    this.#connections.set(socket, connection)
    this.#idle.add(socket)
    endAfterBody(connection)
    socket.on('close', () => {
      this.#connections.delete(socket)
      this.#idle.delete(socket)
      this.#waiting -= connection.waiting.length
      connection.waiting.length = 0
      if (this.#connections.size === 0) this.#emptied()
    })
  }

  /** Closes an idle connection to make room: if new ones were refused instead, idle ones could lock everyone out. */
  #makeRoom(): boolean {
    if (this.#connections.size < this.#limits.connections) return true
    const [idle] = this.#idle
    if (!idle) return false
    this.#connections.delete(idle)
    this.#idle.delete(idle)
    idle.destroy()
    return true
  }

  #take(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const connection = this.#connections.get(request.socket)
    const { each, all } = maxWaiting
    const isOver = !connection || connection.last || connection.done
    if (isOver || connection.waiting.length >= each || this.#waiting >= all) request.socket.destroy()
    else if (connection.response) this.#wait(connection, request, response)
    else this.#begin(connection, request, response, handle)
  }

  #wait(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    this.#waiting++
    connection.waiting.push({ request, response })
    if (connection.waiting.length >= enoughWaiting) connection.socket.pause()
  }

  #begin(connection: Connection, request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    this.#idle.delete(connection.socket)
    connection.response = response
    connection.request = request
    connection.drainSince = 0
    connection.bodySince = 0
    response.on('close', () => this.#answered(connection, request, handle))
    if (this.#closing) this.#markLast(connection)
    const wrong = faultOfHost(request)
    if (wrong === undefined) handle(request, response)
    else answerRefusal(response, new Refusal('invalid_request', wrong))
  }

  #markLast({ response, waiting }: Connection): void {
    if (response && !response.headersSent && waiting.length === 0) response.setHeader('connection', 'close')
  }

  #answered(connection: Connection, request: IncomingMessage, handle: RequestListener): void {
    connection.response = undefined
    const { socket } = connection
    if (!request.complete && !socket.destroyed) {
      // If the sender were cut off, it wouldn't read the response.
      connection.drainSince = performance.now()
      if (request instanceof CountedRequest)
        request.limitSmallChunks(this.#limits.drainSmallChunks, () => {
          connection.reading.stop()
          this.#finish(connection)
        })
      request.resume()
    }
    if (socket.destroyed || socket.writableEnded) return
    const next = connection.waiting.shift()
    if (next) this.#waiting--
    if (connection.waiting.length < enoughWaiting && socket.isPaused()) socket.resume()
    if (next) this.#begin(connection, next.request, next.response, handle)
    else if (this.#closing) this.#finish(connection)
    else if (!connection.done && this.#connections.has(socket)) this.#idle.add(socket)
  }

  #finish(connection: Connection): void {
    connection.done = true
    connection.socket.end()
    setTimeout(() => connection.socket.destroy(), linger).unref()
  }

  #refuseBroken(error: Fault, socket: Duplex): void {
    const refusal = refusalOfFault(error)
    const connection = this.#connections.get(socket)
    if (!refusal || !connection || !socket.writable) return void socket.destroy()
    if (connection.done) return
    const { response, request, drainSince } = connection
    // It is the rest of a body whose request has been answered.
    if (connection.last || (drainSince > 0 && !request?.complete)) this.#finish(connection)
    // The invalid part follows a request that is still being answered.
    else if (response && request?.complete) response.on('close', () => this.#refuse(socket, refusal))
    else this.#refuse(socket, refusal)
  }

  #refuse(socket: Duplex, refusal: Refusal): void {
    const connection = this.#connections.get(socket)
    if (!connection || connection.done || !socket.writable || connection.response?.headersSent) return void socket.destroy()
    connection.socket.write(refusalText(refusal))
    this.#finish(connection)
  }

  #look(): void {
    const now = performance.now()
    for (const connection of this.#connections.values()) {
      if (this.#isStalled(connection, now)) connection.socket.destroy()
      else if (connection.request && !connection.request.complete && !connection.done)
        this.#lookAtBody(connection, connection.request, now)
    }
  }

  #isStalled(connection: Connection, now: number): boolean {
    const { socket } = connection
    const sent = socket.bytesWritten - socket.writableLength
    if (socket.writableLength === 0 || sent !== connection.sent || connection.sentSince === 0) {
      connection.sent = sent
      connection.sentSince = now
    }
    return now - connection.sentSince > this.#limits.stall
  }

  #lookAtBody(connection: Connection, request: IncomingMessage, now: number): void {
    const { socket } = connection
    const { bodySilence, body, drain, drainBytes } = this.#limits
    if (connection.bodySince === 0) {
      connection.bodySince = now
      connection.bodyFrom = socket.bytesRead
    }
    // While received bytes are unread here, the sender is not the slow one.
    if (socket.bytesRead !== connection.heard || connection.heardSince < connection.bodySince || request.readableLength > 0) {
      connection.heard = socket.bytesRead
      connection.heardSince = now
    }
    const bytes = socket.bytesRead - connection.bodyFrom
    if (connection.drainSince > 0) {
      if (now - connection.drainSince > drain || bytes > drainBytes) socket.destroy()
      return
    }
    const silent = now - connection.heardSince > bodySilence
    const slow = now - connection.bodySince > body + bytes / bodyBytesPerMs
    if (silent || slow) this.#refuse(socket, new Refusal('request_timeout'))
  }
}

/** Node would close the connection once its last response is sent, and the sender of a body still arriving wouldn't read it. */
function endAfterBody(connection: Connection): void {
  const { socket } = connection
  const end = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    const { request } = connection
    if (!request || request.complete) return end()
    connection.last = true
    request.once('close', end)
  }
}
