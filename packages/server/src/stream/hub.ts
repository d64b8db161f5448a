// Longer than 300 lines: who listens to a box, what is delivered and how a stream ends change together.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits, ownerTypes, ownTypes, Refusal, type ServerFrame, type SyncedType, tickleSubtype } from '@waypost/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../bus/bus.ts'
import type { Caller, FindCaller } from '../caller.ts'
import { type BoxChanged, boxSubject, toSeconds } from '../change.ts'
import { refusalText } from '../refusal-text.ts'
import { type AccountChanged, accountSubject, type BoxTold } from '../tell.ts'
import { type FrameBytes, Frames, frameBytes, ignore, Lines, type Listener } from './listener.ts'

/** Bytes that may wait for one slow reader before it is told to come back later, and for all readers of one account together. */
const mostBuffered = { each: 2 ** 20, all: 16 * 2 ** 20 }
/** Milliseconds that a stream which was ended has to read what it was sent last, before its connection is dropped. */
const usualGrace = 5_000
/** Frames may wait for a stream that is opening; a client has nothing long to say. */
const longestClientFrame = 16_384

export interface HubOptions {
  bus: Bus
  findCaller: FindCaller
  /** Milliseconds between two `nop`s to one listener. */
  nopEvery?: number
  /** Milliseconds from the end of a stream until its connection is dropped. */
  grace?: number
}

/** Brings what the bus tells of a box to every stream that its owner has open on this node. */
export class Hub {
  readonly #bus: Bus
  readonly #findCaller: HubOptions['findCaller']
  readonly #boxes = new Map<string, Box>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: longestClientFrame,
    // We speak none, and an echo of what was asked for would say that we do.
    handleProtocols: () => false,
  })
  /** Listeners by the second in which their `nop` is due, so that many of them are not served in one go. */
  readonly #rounds: Set<Listener>[]
  #round = 0
  readonly #clock: NodeJS.Timeout
  readonly #grace: number
  /** Streams that were ended and whose connections are still there. */
  readonly #ending = new Set<Listener>()
  #closed = false

  constructor({ bus, findCaller, nopEvery = limits.nopEvery, grace = usualGrace }: HubOptions) {
    this.#bus = bus
    this.#findCaller = findCaller
    this.#grace = grace
    const slices = 28
    this.#rounds = Array.from({ length: slices }, () => new Set())
    this.#clock = setInterval(() => this.#nopNextRound(), nopEvery / slices)
    this.#clock.unref()
    this.#sockets.on('wsClientError', ({ message }, socket, { method }) => {
      refuseUpgrade(socket, new Refusal(method === 'GET' ? 'invalid_request' : 'method_not_allowed', `${message}.`))
    })
  }

  /** Streams open right now. */
  get size(): number {
    return this.#rounds.reduce((sum, round) => sum + round.size, 0)
  }

  /** Takes over requests to upgrade and hears of accounts whose tokens end. */
  async attach(server: Server): Promise<void> {
    server.on('upgrade', (request, socket, head) => {
      this.#upgrade(request, socket, head).catch((error) => {
        if (error instanceof Refusal) refuseUpgrade(socket, error)
        else socket.destroy()
      })
    })
    await this.#bus.subscribe(accountSubject, (message) => this.#endStreams(message as AccountChanged))
    // Nobody knows what was missed, so everyone catches up.
    this.#bus.onGap(() => this.#sendAway())
  }

  /** Refuses an account that has too many streams open. @throws Refusal `ratelimited` */
  admit({ account }: Caller): void {
    const open = this.#boxes.get(account.iden)?.listeners.length ?? 0
    if (open >= limits.streams) throw Refusal.tooMany(60_000, tooManyStreams)
  }

  /** Answers with one JSON frame a line, for as long as the reader stays. */
  async streamLines(caller: Caller, delta: boolean, response: ServerResponse): Promise<void> {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-accel-buffering': 'no',
    })
    // The reader may have left while its token was looked up; then its answer is closed and never says so again.
    if (response.destroyed || response.closed) return
    const listener = new Lines(caller, delta, response)
    response.on('close', () => this.#forget(listener))
    // An answer that fails is closed.
    response.on('error', ignore)
    await this.#add(listener)
  }

  /** Tells every listener to come back and ends its stream. */
  close(): void {
    this.#closed = true
    clearInterval(this.#clock)
    this.#sendAway()
    this.#sockets.close()
  }

  #sendAway(): void {
    for (const { listeners } of this.#boxes.values()) for (const listener of listeners) this.#end(listener, reconnect)
  }

  /** Ends a stream: its listener leaves the box now, and its connection is dropped when it is still there after the grace. */
  #end(listener: Listener, lastFrame?: FrameBytes): void {
    this.#remove(listener)
    if (this.#ending.has(listener)) return
    this.#ending.add(listener)
    if (lastFrame) listener.send(lastFrame)
    listener.end()
    setTimeout(() => {
      if (this.#ending.delete(listener)) listener.destroy()
    }, this.#grace).unref()
  }

  /** The connection of a stream is gone. */
  #forget(listener: Listener): void {
    this.#ending.delete(listener)
    this.#remove(listener)
  }

  /** A reader that is too slow is told to come back: it catches up from the store, and nothing piles up here. */
  #deliver(listener: Listener, frame: FrameBytes, listeners: number): void {
    const waiting = listener.buffered()
    const most = Math.min(mostBuffered.each, mostBuffered.all / listeners)
    if (waiting > 0 && waiting + frame.length > most) this.#end(listener, reconnect)
    else listener.send(frame)
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', destroyItself)
    const wanted = readStreamUrl(request.url ?? '', ['websocket', 'subscribe'])
    if (!wanted) return refuseUpgrade(socket, new Refusal('not_found'))
    const caller = await this.#findCaller(wanted.token)
    if (!caller) return refuseUpgrade(socket, new Refusal('invalid_access_token'))
    this.admit(caller)
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, caller, wanted.delta))
    socket.off('error', destroyItself)
  }

  #open(webSocket: WebSocket, caller: Caller, delta: boolean): void {
    const listener = new Frames(caller, delta, webSocket)
    webSocket.on('close', () => this.#forget(listener))
    // A broken frame closes the socket; there is nothing else to do about it.
    webSocket.on('error', ignore)
    void this.#add(listener)
  }

  /** The first frame says that nothing which changes from now on will be missed. */
  async #add(listener: Listener): Promise<void> {
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
      else listener.send(nop)
    } catch {
      // The bus does not hear of this box. Whoever comes back asks it again.
      this.#end(listener, reconnect)
    }
  }

  #openBox(owner: string): Box {
    const box: Box = {
      listeners: [],
      ready: this.#bus.subscribe(boxSubject(owner), (message) => this.#tell(box.listeners, message as BoxChanged | BoxTold)),
    }
    return box
  }

  #remove(listener: Listener): void {
    for (const round of this.#rounds) if (round.delete(listener)) break
    const box = this.#boxes.get(listener.owner)
    if (!box?.listeners.includes(listener)) return
    box.listeners = box.listeners.filter((other) => other !== listener)
    if (box.listeners.length > 0) return
    this.#boxes.delete(listener.owner)
    box.ready.then((stop) => stop(), ignore)
  }

  #nopNextRound(): void {
    this.#round = (this.#round + 1) % this.#rounds.length
    for (const listener of this.#rounds[this.#round] ?? []) {
      this.#deliver(listener, nop, this.#boxes.get(listener.owner)?.listeners.length ?? 1)
    }
  }

  /** Each frame is written once, however many listen. */
  #tell(listeners: readonly Listener[], message: BoxChanged | BoxTold): void {
    const count = listeners.length
    if ('frame' in message) {
      const frame = frameBytes(message.frame)
      for (const listener of listeners) this.#deliver(listener, frame, count)
      return
    }
    let frames: FrameTexts | undefined
    let framesForApps: FrameTexts | undefined
    for (const listener of listeners) {
      if (listener.app) framesForApps ??= framesOf(forApps(message))
      else frames ??= framesOf(message)
      const { plain, delta } = (listener.app ? framesForApps : frames) as FrameTexts
      if (listener.delta) this.#deliver(listener, delta(), count)
      else for (const frame of plain()) this.#deliver(listener, frame, count)
    }
  }

  /** Closes the streams that were opened with a token which is no longer good. */
  #endStreams({ account, endedTokens }: AccountChanged): void {
    if (!endedTokens) return
    for (const listener of this.#boxes.get(account)?.listeners ?? []) {
      if (endedTokens === 'all' || endedTokens.includes(listener.token)) this.#end(listener)
    }
  }
}

interface Box {
  /** Nearly always one or a few. The list is never changed, so that it may be while it is told. */
  listeners: readonly Listener[]
  /** Kept once the box's messages arrive; the answer ends them. */
  ready: Promise<() => void>
}

const nop = frameText({ type: 'nop' })
const reconnect = frameText({ type: 'reconnect' })

interface FrameTexts {
  plain(): FrameBytes[]
  delta(): FrameBytes
}

function framesOf({ after, modified, objects, cut }: BoxChanged): FrameTexts {
  const types = Object.keys(objects) as SyncedType[]
  const subtypes = types.map((type) => tickleSubtype[type])
  let plain: FrameBytes[] | undefined
  let delta: FrameBytes | undefined
  return {
    plain() {
      plain ??= types
        .filter((type) => !ownTypes.includes(type))
        .map((type) => frameText({ type: 'tickle', subtype: tickleSubtype[type] }))
      return plain
    },
    delta() {
      delta ??= frameText({
        type: 'tickle',
        subtype: subtypes.includes('push') ? 'push' : (subtypes[0] ?? 'push'),
        after: toSeconds(after),
        modified: toSeconds(modified),
        // Without them a client asks for what changed.
        ...(cut ? {} : { objects }),
      })
      return delta
    },
  }
}

/** A change without the types that apps hear nothing of. */
function forApps(changed: BoxChanged): BoxChanged {
  const objects = { ...changed.objects }
  for (const type of ownerTypes) delete objects[type]
  return { ...changed, objects }
}

function frameText(frame: ServerFrame): FrameBytes {
  return frameBytes(JSON.stringify(frame))
}

function destroyItself(this: Duplex): void {
  this.destroy()
}

/** Reads `/websocket/{token}` and its kin, with or without `?delta=1`. */
export function readStreamUrl(url: string, kinds: readonly string[]): { token: string; delta: boolean } | undefined {
  const [path = '', query] = url.split('?', 2)
  const [, kind, token, ...rest] = path.replace(/\/$/, '').split('/')
  if (!kind || !kinds.includes(kind) || !token || rest.length > 0) return undefined
  try {
    return { token: decodeURIComponent(token), delta: new URLSearchParams(query).get('delta') === '1' }
  } catch {
    return undefined
  }
}

/** Refuses in the shape of all refusals, and says which version of the protocol is spoken (RFC 6455, 4.4). */
function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  socket.end(refusalText(refusal, { 'sec-websocket-version': '13' }))
}

const tooManyStreams = 'This account has too many live streams open. Close some of them.'
