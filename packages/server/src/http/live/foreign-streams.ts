// Manages the open streams of a foreign interface: their number, whether their readers are still there, and whose tokens have ended.

import type { Duplex } from 'node:stream'
import { Refusal } from '@waypost/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../../bus/bus.ts'
import { type Micros, microseconds } from '../../change.ts'
import { type AccountChanged, accountSubject } from '../../notify.ts'
import { type FrameBytes, ignore, type LiveConnection, ResponseConnection, SocketConnection } from './connection.ts'
import { isTooSlow, lastFramesWithin } from './slow-reader.ts'
import { acceptUpgrade } from './upgrades.ts'

/** The maximum streams of an account on one node, per interface. */
const streamsPerAccount = 500
/** Milliseconds between keep-alives, and the rounds over which they are spread so that not all streams are served at once. */
const aliveEvery = 45_000
const rounds = 45
/** Bytes: clients of these interfaces have nothing to send. */
const maxClientFrame = 64

/** The caller who opened a stream. */
export interface StreamHolder {
  account: string
  /** The hash of the token; undefined if the stream was opened with the password. */
  token: string | undefined
  /** When the token expires, in microseconds; null if never. */
  expires: Micros | null
}

/** One open stream. */
export class ForeignStream {
  readonly holder: StreamHolder
  readonly connection: LiveConnection
  /** Whether the reader has been heard from since the last ping. Responses are not pinged. */
  isHeard = true
  isOpen = true
  ended: () => void = ignore

  constructor(holder: StreamHolder, connection: LiveConnection) {
    this.holder = holder
    this.connection = connection
  }
}

interface Options {
  bus: Bus
  /** Sends a keep-alive on a response; a WebSocket gets a ping. */
  showAlive?: (stream: ForeignStream) => void
  every?: number
}

/** The open streams of one interface, on this node. */
export class ForeignStreams {
  readonly #bus: Bus
  readonly #showAlive: NonNullable<Options['showAlive']>
  readonly #byAccount = new Map<string, Set<ForeignStream>>()
  readonly #rounds: Set<ForeignStream>[] = Array.from({ length: rounds }, () => new Set())
  #round = 0
  readonly #clock: NodeJS.Timeout
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxClientFrame,
    handleProtocols: () => false,
    // The connection answers pings; it buffers no answers for a client that reads nothing.
    autoPong: false,
  })
  #isClosed = false

  constructor({ bus, showAlive = ignore, every = aliveEvery }: Options) {
    this.#bus = bus
    this.#showAlive = showAlive
    this.#clock = setInterval(() => this.#showNextRound(), every / rounds)
    this.#clock.unref()
    this.#sockets.on('wsClientError', (_error, socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
  }

  /** Ends streams whose tokens end, and all when bus messages may be lost: their clients reconnect and fetch what they missed. */
  async watch(): Promise<void> {
    await this.#bus.subscribe(accountSubject, (message) => {
      const { account, endedTokens } = message as AccountChanged
      if (!endedTokens) return
      for (const stream of this.#byAccount.get(account) ?? []) {
        const { token } = stream.holder
        // A password may have been changed.
        if (endedTokens === 'all' || token === undefined || endedTokens.includes(token)) this.end(stream)
      }
    })
    this.#bus.onGap(() => this.#endAll())
  }

  get size(): number {
    return this.#rounds.reduce((sum, round) => sum + round.size, 0)
  }

  /** @throws Refusal `ratelimited` if the account has too many streams open, `unavailable` while the server stops */
  admit(account: string): void {
    if (this.#isClosed) throw new Refusal('unavailable')
    if ((this.#byAccount.get(account)?.size ?? 0) >= streamsPerAccount)
      throw Refusal.tooMany(60_000, 'This account has too many live streams open. Close some of them.')
  }

  openSocket(holder: StreamHolder, request: FastifyRequest, reply: FastifyReply, opened: (stream: ForeignStream) => void): void {
    acceptUpgrade(this.#sockets, request, reply, (webSocket, socket) => opened(this.#accepted(holder, webSocket, socket)))
  }

  /** Separate from the request, so that listeners on a long-lived socket don't keep the request in memory. */
  #accepted(holder: StreamHolder, webSocket: WebSocket, socket: Duplex): ForeignStream {
    const stream = new ForeignStream(holder, new SocketConnection(webSocket, socket))
    const heard = () => {
      stream.isHeard = true
    }
    for (const kind of ['pong', 'ping', 'message']) webSocket.on(kind, heard)
    // A malformed frame closes the socket; nothing else needs to be done.
    webSocket.on('error', ignore)
    webSocket.on('close', () => this.#left(stream))
    this.#joined(stream)
    return stream
  }

  openResponse(holder: StreamHolder, reply: FastifyReply, headers: Record<string, string>): ForeignStream {
    const response = reply.raw
    const own = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)
    reply.hijack()
    const stream = new ForeignStream(holder, new ResponseConnection(response))
    response.on('error', ignore)
    response.on('close', () => this.#left(stream))
    response.writeHead(200, { ...(Object.fromEntries(own) as Record<string, string>), ...headers, 'x-accel-buffering': 'no' })
    response.flushHeaders()
    // The reader may have left while its token was looked up. Its response is then closed and emits no further event.
    if (response.destroyed || response.closed) stream.isOpen = false
    else this.#joined(stream)
    return stream
  }

  /** Sends a frame. Ends the stream instead if its token has expired or its reader is too slow. */
  send(stream: ForeignStream, frame: FrameBytes): void {
    if (!stream.isOpen) return
    const { holder, connection } = stream
    const isExpired = holder.expires !== null && holder.expires <= microseconds()
    const readers = this.#byAccount.get(holder.account)?.size ?? 1
    if (isExpired || isTooSlow(connection.buffered(), frame.line.length, readers)) this.end(stream)
    else connection.send(frame)
  }

  /** Ends a stream after the frames sent so far, and drops its connection if it stays open for too long. */
  end(stream: ForeignStream): void {
    if (!stream.isOpen) return
    this.#left(stream)
    stream.connection.end()
    setTimeout(() => stream.connection.destroy(), lastFramesWithin).unref()
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#clock)
    this.#endAll()
    this.#sockets.close()
  }

  #joined(stream: ForeignStream): void {
    const { account } = stream.holder
    const streams = this.#byAccount.get(account)
    if (streams) streams.add(stream)
    else this.#byAccount.set(account, new Set([stream]))
    this.#rounds[this.#round]?.add(stream)
    if (this.#isClosed) this.end(stream)
  }

  #left(stream: ForeignStream): void {
    if (!stream.isOpen) return
    stream.isOpen = false
    for (const round of this.#rounds) if (round.delete(stream)) break
    const streams = this.#byAccount.get(stream.holder.account)
    streams?.delete(stream)
    if (streams?.size === 0) this.#byAccount.delete(stream.holder.account)
    stream.ended()
  }

  #endAll(): void {
    for (const streams of [...this.#byAccount.values()]) for (const stream of [...streams]) this.end(stream)
  }

  #showNextRound(): void {
    this.#round = (this.#round + 1) % this.#rounds.length
    for (const stream of this.#rounds[this.#round] ?? []) this.#show(stream)
  }

  #show(stream: ForeignStream): void {
    const { holder, connection } = stream
    if (holder.expires !== null && holder.expires <= microseconds()) return void this.end(stream)
    if (!(connection instanceof SocketConnection)) return void this.#showAlive(stream)
    if (!stream.isHeard) return void connection.destroy()
    stream.isHeard = false
    if (connection.webSocket.readyState === connection.webSocket.OPEN) connection.webSocket.ping(ignore)
  }
}
