import { lookup } from 'node:dns/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { limits, Refusal } from '@waypost/protocol'
import { answerRefusal, type Fault, notAllowed, refusalOfFault, refusalText } from './raw-refusals.ts'

/** What one connection may cost. Times in milliseconds. */
export interface ConnectionLimits {
  /** How long the headers of a request may take. */
  headers: number
  /** How long a body may be silent. */
  bodySilence: number
  /** What a body may take beside a millisecond for each `bodyBytesPerMs` bytes of it. */
  body: number
  /** How long what was sent may make no progress towards the reader. */
  stall: number
  /** How long, and for how many bytes, the rest of a body is read whose request has been answered, so that its sender hears the answer. */
  drain: number
  drainBytes: number
  /** How long the requests under way may take to end when the server stops. */
  finish: number
  /** How often all this is looked at. */
  every: number
}

export const usualConnectionLimits: ConnectionLimits = {
  headers: 30_000,
  bodySilence: limits.uploadSilence,
  body: 30_000,
  stall: 30_000,
  drain: 10_000,
  drainBytes: 64 * 2 ** 20,
  finish: 5_000,
  every: 1_000,
}

/** The slowest that a body may arrive, on the whole: 1 kB in a second. */
const bodyBytesPerMs = 1
/** Requests that a connection may send before those ahead of them are answered. */
const mostWaiting = 256
/** Milliseconds for which a connection that was refused is kept, so that its sender reads why. */
const linger = 1_000

/** One connection and the request that is being answered on it. */
interface Connection {
  socket: Socket
  /** What is being answered. Requests that come before the answer is sent wait: so one connection never holds two answers. */
  response: ServerResponse | undefined
  /** The last request that began, whose body may still be arriving. */
  request: IncomingMessage | undefined
  waiting: { request: IncomingMessage; response: ServerResponse }[]
  /** Bytes that had reached the reader, and since when they have been this many; of what is unsent only. */
  sent: number
  sentSince: number
  /** When the body began, the bytes that had been read of the connection by then and by the last look, and when those last rose. */
  bodySince: number
  bodyFrom: number
  heard: number
  heardSince: number
  /** When the request was answered although its body is still arriving; 0 when it was not. */
  drainSince: number
  /** It was refused, or handed over to a live stream: nothing more is read as HTTP. */
  done: boolean
}

/**
 * The connections of this process: it makes the servers that fastify listens with, answers each connection's requests one after another,
 * refuses what is not HTTP, ends connections that do not get on, and closes them gently.
 */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #servers: Server[] = []
  readonly #connections = new Map<Duplex, Connection>()
  readonly #clock: NodeJS.Timeout
  #handle: RequestListener | undefined
  #closing = false
  #emptied = () => {}

  constructor(limits: ConnectionLimits = usualConnectionLimits) {
    this.#limits = limits
    this.#clock = setInterval(() => this.#look(), limits.every)
    this.#clock.unref()
  }

  /** Makes a server for fastify. */
  readonly makeServer = (handle: RequestListener): Server => {
    this.#handle = handle
    const server = createServer({
      headersTimeout: this.#limits.headers,
      // Bodies are timed below, by what arrives: a file may take long.
      requestTimeout: 0,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: Math.max(this.#limits.every, Math.min(this.#limits.headers, 5_000)),
      // Told apart from other faults, and refused as all others are.
      requireHostHeader: false,
      shouldUpgradeCallback: asksForWebSocket,
    })
    server.on('connection', (socket: Socket) => this.#opened(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#take(request, response, handle))
    // What else is expected than a body need not be refused (RFC 9110, 10.1.1).
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => this.#take(request, response, handle))
    server.on('clientError', (error: Fault, socket: Duplex) => this.#refuseBroken(error, socket))
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => this.#refuse(socket, notAllowed()))
    server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      const connection = this.#connections.get(socket)
      // A stream cannot begin in the middle of an answer.
      if (connection?.response || this.#closing) socket.destroy()
      else if (connection) connection.done = true
    })
    this.#servers.push(server)
    return server
  }

  /**
   * Listens on all other addresses that a name has beside the one that fastify listens on: `localhost` is two on most machines, and
   * programs differ in which of them they try.
   */
  async listenBeside(main: Server, name: string): Promise<void> {
    const { address, port } = main.address() as AddressInfo
    for (const other of await lookup(name, { all: true })) {
      if (other.address === address || !this.#handle) continue
      const server = this.makeServer(this.#handle)
      server.on('upgrade', (...upgrade) => main.emit('upgrade', ...upgrade))
      await new Promise<void>((resolve) => {
        // An address that this machine does not have, or that is taken, changes nothing about the first.
        server.once('error', () => resolve())
        server.listen(port, other.address, resolve)
      })
    }
  }

  /**
   * Stops listening, lets what is under way be answered, and closes each connection then. What is still there after the time to finish is
   * dropped.
   * @param stopped called when nothing new is accepted any more
   */
  async close(stopped: () => void): Promise<void> {
    this.#closing = true
    // The `close` of an HTTP server would end connections whose request has arrived and was not read yet.
    for (const server of this.#servers) if (server.listening) NetServer.prototype.close.call(server)
    stopped()
    for (let turns = 0; turns < 2; turns++) await new Promise(setImmediate)
    for (const connection of this.#connections.values()) {
      // What it may have sent by now was not read, so nothing of it is kept.
      if (!connection.response && !connection.done) connection.socket.destroy()
      else this.#markLast(connection)
    }
    if (this.#connections.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#limits.finish)
        this.#emptied = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    for (const { socket } of this.#connections.values()) socket.destroy()
    clearInterval(this.#clock)
  }

  #opened(socket: Socket): void {
    if (this.#closing) {
      socket.destroy()
      return
    }
    const connection: Connection = {
      socket,
      response: undefined,
      request: undefined,
      waiting: [],
      sent: 0,
      sentSince: 0,
      bodySince: 0,
      bodyFrom: 0,
      heard: 0,
      heardSince: 0,
      drainSince: 0,
      done: false,
    }
    this.#connections.set(socket, connection)
    socket.on('close', () => {
      this.#connections.delete(socket)
      connection.waiting.length = 0
      if (this.#connections.size === 0) this.#emptied()
    })
  }

  #take(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    const connection = this.#connections.get(request.socket)
    if (!connection || connection.done || connection.waiting.length >= mostWaiting) request.socket.destroy()
    else if (connection.response) connection.waiting.push({ request, response })
    else this.#begin(connection, request, response, handle)
  }

  #begin(connection: Connection, request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    connection.response = response
    connection.request = request
    connection.drainSince = 0
    connection.bodySince = 0
    response.on('close', () => this.#answered(connection, request, handle))
    if (this.#closing) this.#markLast(connection)
    const hasHost = request.headers.host !== undefined || request.httpVersion !== '1.1'
    if (hasHost) handle(request, response)
    else answerRefusal(response, new Refusal('invalid_request', 'The request has no Host header.'))
  }

  /** Says that the connection is to be closed in the last answer on it. */
  #markLast({ response, waiting }: Connection): void {
    if (response && !response.headersSent && waiting.length === 0) response.setHeader('connection', 'close')
  }

  #answered(connection: Connection, request: IncomingMessage, handle: RequestListener): void {
    connection.response = undefined
    const { socket } = connection
    if (!request.complete && !socket.destroyed) {
      // Whoever sends the rest would not hear the answer on a connection that is cut off.
      connection.drainSince = performance.now()
      request.resume()
    }
    if (socket.destroyed || socket.writableEnded) return
    const next = connection.waiting.shift()
    if (next) this.#begin(connection, next.request, next.response, handle)
    else if (this.#closing) this.#finish(connection)
  }

  /** Ends a connection after what was sent on it. */
  #finish(connection: Connection): void {
    connection.done = true
    connection.socket.end()
    setTimeout(() => connection.socket.destroy(), linger).unref()
  }

  /** What cannot be read as HTTP. */
  #refuseBroken(error: Fault, socket: Duplex): void {
    const refusal = refusalOfFault(error)
    const connection = this.#connections.get(socket)
    if (!refusal || !connection || !socket.writable) return void socket.destroy()
    if (connection.done) return
    const { response, request } = connection
    // The fault is behind a request that is still being answered.
    if (response && request?.complete) response.on('close', () => this.#refuse(socket, refusal))
    else this.#refuse(socket, refusal)
  }

  /** Refuses what never became a request, in the shape of all other refusals, and ends the connection. */
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

  /** Whether nothing of what is unsent has reached the reader for too long. */
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
    // While something lies here unread, it is not the sender who is slow.
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

/** The only upgrade that this server speaks; any other is ignored, and the request answered as it is (RFC 9110, 7.8). */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.trim().toLowerCase() === 'websocket'
}
