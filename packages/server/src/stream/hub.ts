import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits, ownerTypes, ownTypes, type ServerFrame, type SyncedType, tickleSubtype } from '@waypost/protocol'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../bus/bus.ts'
import type { Caller, FindCaller } from '../caller.ts'
import { type BoxChanged, boxSubject, toSeconds } from '../change.ts'
import { type AccountChanged, accountSubject, type BoxTold } from '../tell.ts'
import { Frames, ignore, Lines, type Listener } from './listener.ts'

/** Bytes that may wait for a slow reader before it is told to come back later. */
const mostBuffered = 1_048_576
/** Frames may wait for a stream that is opening; a client has nothing long to say. */
const longestClientFrame = 16_384

export interface HubOptions {
  bus: Bus
  findCaller: FindCaller
  /** Milliseconds between two `nop`s to one listener. */
  nopEvery?: number
}

/** Brings what the bus tells of a box to every stream that its owner has open on this node. */
export class Hub {
  readonly #bus: Bus
  readonly #findCaller: HubOptions['findCaller']
  readonly #boxes = new Map<string, Box>()
  readonly #sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: longestClientFrame })
  /** Listeners by the second in which their `nop` is due, so that many of them are not served in one go. */
  readonly #rounds: Set<Listener>[]
  #round = 0
  readonly #clock: NodeJS.Timeout

  constructor({ bus, findCaller, nopEvery = limits.nopEvery }: HubOptions) {
    this.#bus = bus
    this.#findCaller = findCaller
    const slices = 28
    this.#rounds = Array.from({ length: slices }, () => new Set())
    this.#clock = setInterval(() => this.#nopNextRound(), nopEvery / slices)
    this.#clock.unref()
  }

  /** Streams open right now. */
  get size(): number {
    return this.#rounds.reduce((sum, round) => sum + round.size, 0)
  }

  /** Takes over requests to upgrade and hears of accounts whose tokens end. */
  async attach(server: Server): Promise<void> {
    server.on('upgrade', (request, socket, head) => {
      this.#upgrade(request, socket, head).catch(() => socket.destroy())
    })
    await this.#bus.subscribe(accountSubject, (message) => this.#endStreams(message as AccountChanged))
    // Nobody knows what was missed, so everyone catches up.
    this.#bus.onGap(() => this.#sendAway())
  }

  /** Answers with one JSON frame a line, for as long as the reader stays. */
  async streamLines(caller: Caller, delta: boolean, response: ServerResponse): Promise<void> {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'x-accel-buffering': 'no',
    })
    const listener = new Lines(caller, delta, response)
    response.on('close', () => this.#remove(listener))
    await this.#add(listener)
  }

  /** Tells every listener to come back and closes its stream. */
  close(): void {
    clearInterval(this.#clock)
    this.#sendAway()
    this.#sockets.close()
  }

  #sendAway(): void {
    for (const { listeners } of this.#boxes.values()) for (const listener of listeners) sayGoodbye(listener)
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', destroyItself)
    const wanted = readStreamUrl(request.url ?? '', ['websocket', 'subscribe'])
    if (!wanted) return refuseUpgrade(socket, '404 Not Found')
    const caller = await this.#findCaller(wanted.token)
    if (!caller) return refuseUpgrade(socket, '401 Unauthorized')
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, caller, wanted.delta))
    socket.off('error', destroyItself)
  }

  #open(webSocket: WebSocket, caller: Caller, delta: boolean): void {
    const listener = new Frames(caller, delta, webSocket)
    webSocket.on('close', () => this.#remove(listener))
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
    await box.ready
    listener.send(nop)
  }

  #openBox(owner: string): Box {
    const box: Box = {
      listeners: [],
      ready: this.#bus.subscribe(boxSubject(owner), (message) => tell(box.listeners, message as BoxChanged | BoxTold)),
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
    void box.ready.then((stop) => stop())
  }

  #nopNextRound(): void {
    this.#round = (this.#round + 1) % this.#rounds.length
    for (const listener of this.#rounds[this.#round] ?? []) deliver(listener, nop)
  }

  /** Closes the streams that were opened with a token which is no longer good. */
  #endStreams({ account, endedTokens }: AccountChanged): void {
    if (!endedTokens) return
    for (const listener of this.#boxes.get(account)?.listeners ?? []) {
      if (endedTokens === 'all' || endedTokens.includes(listener.token)) listener.end()
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

/** Each frame is written once, however many listen. */
function tell(listeners: readonly Listener[], message: BoxChanged | BoxTold): void {
  if ('frame' in message) {
    for (const listener of listeners) deliver(listener, message.frame)
    return
  }
  let frames: FrameTexts | undefined
  let framesForApps: FrameTexts | undefined
  for (const listener of listeners) {
    if (listener.app) framesForApps ??= framesOf(forApps(message))
    else frames ??= framesOf(message)
    const { plain, delta } = (listener.app ? framesForApps : frames) as FrameTexts
    if (listener.delta) deliver(listener, delta())
    else for (const frame of plain()) deliver(listener, frame)
  }
}

interface FrameTexts {
  plain(): string[]
  delta(): string
}

function framesOf({ after, modified, objects, cut }: BoxChanged): FrameTexts {
  const types = Object.keys(objects) as SyncedType[]
  const subtypes = types.map((type) => tickleSubtype[type])
  let plain: string[] | undefined
  let delta: string | undefined
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

/** A reader that is too slow is told to come back: it catches up from the store, and nothing piles up here. */
function deliver(listener: Listener, frame: string): void {
  if (listener.buffered() > mostBuffered) sayGoodbye(listener)
  else listener.send(frame)
}

function sayGoodbye(listener: Listener): void {
  listener.send(reconnect)
  listener.end()
}

function frameText(frame: ServerFrame): string {
  return JSON.stringify(frame)
}

function destroyItself(this: Duplex): void {
  this.destroy()
}

/** Reads `/websocket/{token}` and its kin, with or without `?delta=1`. */
export function readStreamUrl(url: string, kinds: readonly string[]): { token: string; delta: boolean } | undefined {
  const [path = '', query] = url.split('?', 2)
  const [, kind, token, ...rest] = path.split('/')
  if (!kind || !kinds.includes(kind) || !token || rest.length > 0) return undefined
  try {
    return { token: decodeURIComponent(token), delta: new URLSearchParams(query).get('delta') === '1' }
  } catch {
    return undefined
  }
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
