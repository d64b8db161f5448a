import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { nopMilliseconds, Refusal, type ServerFrame, typeScopes } from '@waypost/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../bus/bus.ts'
import type { Caller, FindCaller } from '../caller.ts'
import { type BoxChanged, boxSubject, microseconds } from '../change.ts'
import { type FrameBytes, frameBytes, ignore, ResponseConnection, SocketConnection } from '../http/live/connection.ts'
import { isTooSlow, lastFramesWithin } from '../http/live/slow-reader.ts'
import { readStreamUrl, refuseUpgrade } from '../http/raw-refusals.ts'
import type { Viewer } from '../http/rights/secret-fields.ts'
import { type AccountChanged, accountSubject, type BoxFrame } from '../notify.ts'
import { type ChangeFrames, forScopes, forViewer, framesOf, nop, reconnect } from './frames.ts'
import { Listener } from './listener.ts'

/** The maximum live streams of an account on one node. */
const streamsPerAccount = 500

/** Bytes. Frames may arrive while a stream is opening; clients have nothing long to send. */
const maxClientFrame = 16_384
/** The rounds within the interval between two `nop`s. Each listener belongs to one, so that not all are served at once. */
const nopRounds = 28

export interface HubOptions {
  bus: Bus
  findCaller: FindCaller
  /** Called for every stream opened over a WebSocket. */
  noteUse?(caller: Caller): void
  /** Called on every node without a stream of a token, when the last one on some node has ended. */
  noteEnd?(ended: LastEnded): void
  /** Called on every node when another one still has streams of the token, once for each such node. */
  noteContinued?(ended: LastEnded): void
  /** Milliseconds between two `nop`s to one listener. */
  nopEvery?: number
  /** Milliseconds from the end of a stream until its connection is dropped. */
  grace?: number
}

/** Tells all nodes that the last stream of a token on one node has ended. */
const endedSubject = 'last-stream-ended'

/** The answer of another node that still has streams of the token. */
const continuedSubject = 'streams-continue'

/** The last stream of a token on some node has ended. */
interface LastEnded {
  owner: string
  token: string
  /** Identifies this end. */
  end: string
}

interface Box {
  /** Replaced, not changed, so that it can be iterated while listeners come and go. */
  listeners: readonly Listener[]
  /** Resolves once messages for the box arrive from the bus, with a function that ends the subscription. */
  ready: Promise<() => void>
}

/**
 * Delivers the messages of the bus about a box to every stream that its owner has open on this node.
 *
 * A stream goes through three stages:
 * 1. Backlog: the hub sends none. A client fetches what it missed itself, by stamp, once the stream is live.
 * 2. Cut-over: the stream joins its box and gets a first `nop` when the bus delivers the box's messages. Every change that is committed
 *    after this frame reaches the stream, so a client that fetches its backlog afterwards misses nothing.
 * 3. Live: every change is delivered as a tickle, until the stream ends.
 *
 * The hub keeps no history: wherever frames may have been lost, it ends the stream with `reconnect`, and the client starts over.
 */
export class Hub {
  readonly #bus: Bus
  readonly #findCaller: HubOptions['findCaller']
  readonly #noteUse: HubOptions['noteUse']
  readonly #noteEnd: HubOptions['noteEnd']
  readonly #noteContinued: HubOptions['noteContinued']
  readonly #boxes = new Map<string, Box>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxClientFrame,
    // No subprotocol is supported, so none is confirmed.
    handleProtocols: () => false,
    // The listener answers pings; it buffers no answers for a client that reads nothing.
    autoPong: false,
  })
  /** Listeners by the round in which they get a `nop`. */
  readonly #rounds: Set<Listener>[] = Array.from({ length: nopRounds }, () => new Set())
  #round = 0
  readonly #clock: NodeJS.Timeout
  readonly #grace: number
  readonly #ending = new Set<Listener>()
  #closed = false

  constructor({
    bus,
    findCaller,
    noteUse,
    noteEnd,
    noteContinued,
    nopEvery = nopMilliseconds,
    grace = lastFramesWithin,
  }: HubOptions) {
    this.#bus = bus
    this.#findCaller = findCaller
    this.#noteUse = noteUse
    this.#noteEnd = noteEnd
    this.#noteContinued = noteContinued
    this.#grace = grace
    this.#clock = setInterval(() => this.#nopNextRound(), nopEvery / nopRounds)
    this.#clock.unref()
    this.#sockets.on('wsClientError', ({ message }, socket, request) => {
      const code = request.method === 'GET' ? 'invalid_request' : 'method_not_allowed'
      refuseUpgrade(socket, new Refusal(code, `${message}.`), request)
    })
  }

  /** Handles upgrade requests unless `takesElsewhere`, which then handles them, and subscribes to accounts whose tokens end. */
  async attach(
    server: Server,
    takesElsewhere: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean = () => false,
  ): Promise<void> {
    server.on('upgrade', (request, socket, head) => {
      if (takesElsewhere(request, socket, head)) return
      this.#upgrade(request, socket, head).catch((error) => {
        if (error instanceof Refusal) refuseUpgrade(socket, error, request)
        else socket.destroy()
      })
    })
    await this.#bus.subscribe(accountSubject, (message) => this.#endStreams(message as AccountChanged))
    await this.#bus.subscribe(continuedSubject, (message) => this.#noteContinued?.(message as LastEnded))
    await this.#bus.subscribe(endedSubject, (message) => this.#noteEnded(message as LastEnded))
    // The bus lost messages, and it is unknown for which boxes.
    this.#bus.onGap(() => this.#endAll())
  }

  get size(): number {
    return this.#rounds.reduce((sum, round) => sum + round.size, 0)
  }

  /** Ends every stream with `reconnect`. */
  close(): void {
    this.#closed = true
    clearInterval(this.#clock)
    this.#endAll()
    this.#sockets.close()
  }

  tellAll(frame: ServerFrame): void {
    for (const { listeners } of this.#boxes.values()) this.#deliverAll(listeners, { frame: JSON.stringify(frame) })
  }

  /** Refuses a token that may see nothing, and an account with too many open streams. @throws Refusal `forbidden`, `ratelimited` */
  admit({ account, scopes }: Caller): void {
    const sees = ['everything', ...Object.values(typeScopes)]
    if (!scopes.some((scope) => sees.includes(scope)))
      throw new Refusal('forbidden', 'This token may not read what a stream reports.')
    const open = this.#boxes.get(account.iden)?.listeners.length ?? 0
    if (open >= streamsPerAccount) throw Refusal.tooMany(60_000, tooManyStreams)
  }

  /** Opens a stream as a response that doesn't end, with one JSON frame per line. */
  async streamLines(caller: Caller, delta: boolean, response: ServerResponse): Promise<void> {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store, private',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'x-accel-buffering': 'no',
    })
    // The reader may have left while its token was looked up. Its response is then closed and emits no further event.
    if (response.destroyed || response.closed) return
    const listener = new Listener(caller, delta, new ResponseConnection(response))
    response.on('close', () => this.#connectionClosed(listener))
    // A failed response is closed.
    response.on('error', ignore)
    await this.#join(listener)
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', destroyItself)
    const wanted = readStreamUrl(request.url ?? '', ['websocket', 'subscribe'])
    if (!wanted) return refuseUpgrade(socket, new Refusal('not_found'), request)
    const caller = await this.#findCaller(wanted.token)
    if (!caller) return refuseUpgrade(socket, new Refusal('invalid_access_token'), request)
    this.#noteUse?.(caller)
    this.admit(caller)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, socket, caller, wanted.delta))
    socket.off('error', destroyItself)
  }

  #open(webSocket: WebSocket, socket: Duplex, caller: Caller, delta: boolean): void {
    const listener = new Listener(caller, delta, new SocketConnection(webSocket, socket))
    webSocket.on('close', () => this.#connectionClosed(listener))
    // A malformed frame closes the socket; nothing else needs to be done.
    webSocket.on('error', ignore)
    void this.#join(listener)
  }

  /** Adds a listener to its box and sends the first `nop` once the bus delivers the box's messages. */
  async #join(listener: Listener): Promise<void> {
    this.#rounds[this.#round]?.add(listener)
    let box = this.#boxes.get(listener.owner)
    if (!box) {
      box = this.#openBox(listener.owner)
      this.#boxes.set(listener.owner, box)
    }
    box.listeners = [...box.listeners, listener]
    try {
      await box.ready
      if (this.#closed) this.#end(listener, reconnect)
      else listener.connection.send(nop)
    } catch {
      // The subscription failed. The client reconnects, which subscribes again.
      this.#end(listener, reconnect)
    }
  }

  #openBox(owner: string): Box {
    const box: Box = {
      listeners: [],
      ready: this.#bus.subscribe(boxSubject(owner), (message) =>
        this.#deliverAll(box.listeners, message as BoxChanged | BoxFrame),
      ),
    }
    return box
  }

  /** Each frame is serialized once for all listeners with the same view. */
  #deliverAll(listeners: readonly Listener[], message: BoxChanged | BoxFrame): void {
    const count = listeners.length
    if ('frame' in message) {
      const frame = frameBytes(message.frame)
      for (const listener of listeners) if (!listener.scopes) this.#deliver(listener, frame, count)
      return
    }
    const shared: Partial<Record<Viewer, ChangeFrames>> = {}
    for (const listener of listeners) {
      const { viewer, scopes } = listener
      if (scopes) {
        const seen = forScopes(message, scopes)
        if (seen) this.#deliverChange(listener, framesOf(forViewer(seen, viewer)), count)
        continue
      }
      shared[viewer] ??= framesOf(forViewer(message, viewer))
      this.#deliverChange(listener, shared[viewer], count)
    }
  }

  #deliverChange(listener: Listener, { plain, delta }: ChangeFrames, listeners: number): void {
    if (listener.delta) this.#deliver(listener, delta(), listeners)
    else for (const frame of plain()) this.#deliver(listener, frame, listeners)
  }

  /** Sends a frame. Ends the stream instead if its token has expired or its reader is too slow. */
  #deliver(listener: Listener, frame: FrameBytes, listeners: number): void {
    const isExpired = listener.expires !== null && listener.expires <= microseconds()
    if (isExpired) this.#end(listener)
    else if (isTooSlow(listener.connection.buffered(), frame.line.length, listeners)) this.#end(listener, reconnect)
    else listener.connection.send(frame)
  }

  #nopNextRound(): void {
    this.#round = (this.#round + 1) % this.#rounds.length
    for (const listener of this.#rounds[this.#round] ?? []) {
      this.#deliver(listener, nop, this.#boxes.get(listener.owner)?.listeners.length ?? 1)
    }
  }

  #endAll(): void {
    for (const { listeners } of this.#boxes.values()) for (const listener of listeners) this.#end(listener, reconnect)
  }

  #endStreams({ account, endedTokens }: AccountChanged): void {
    if (!endedTokens) return
    for (const listener of this.#boxes.get(account)?.listeners ?? []) {
      if (endedTokens === 'all' || endedTokens.includes(listener.token)) this.#end(listener)
    }
  }

  /** Ends a stream: its listener leaves the box now, and its connection is dropped if it is still open after the grace period. */
  #end(listener: Listener, lastFrame?: FrameBytes): void {
    this.#leave(listener)
    if (this.#ending.has(listener)) return
    this.#ending.add(listener)
    if (lastFrame) listener.connection.send(lastFrame)
    listener.connection.end()
    setTimeout(() => {
      if (this.#ending.delete(listener)) listener.connection.destroy()
    }, this.#grace).unref()
  }

  #connectionClosed(listener: Listener): void {
    this.#ending.delete(listener)
    this.#leave(listener)
  }

  #leave(listener: Listener): void {
    for (const round of this.#rounds) if (round.delete(listener)) break
    const box = this.#boxes.get(listener.owner)
    if (!box?.listeners.includes(listener)) return
    box.listeners = box.listeners.filter((other) => other !== listener)
    if (box.listeners.length === 0) {
      this.#boxes.delete(listener.owner)
      box.ready.then((stop) => stop(), ignore)
    }
    const { owner, token } = listener
    if (!this.#has(owner, token)) this.#bus.publish(endedSubject, { owner, token, end: randomUUID() } satisfies LastEnded)
  }

  #has(owner: string, token: string): boolean {
    return this.#boxes.get(owner)?.listeners.some((listener) => listener.token === token) ?? false
  }

  #noteEnded(ended: LastEnded): void {
    const { owner, token } = ended
    if (!this.#has(owner, token)) this.#noteEnd?.(ended)
    // Not before every listener of this process has heard of the end.
    else queueMicrotask(() => this.#bus.publish(continuedSubject, ended))
  }
}

function destroyItself(this: Duplex): void {
  this.destroy()
}

const tooManyStreams = 'This account has too many live streams open. Close some of them.'
