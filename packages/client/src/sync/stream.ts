import { atom } from 'nanostores'
import { isRecord } from '../ground/objects.ts'
import type { Platform, Socket } from '../ground/platform.ts'

/** After this much silence a session counts the stream as dead. */
const silenceMilliseconds = 60_000

/** How long after a stream error a session reconnects. */
const retryMilliseconds = 10_000

/** No reconnect is needed if a frame arrived within this time. */
const freshMilliseconds = 50_000

interface StreamOptions {
  url: string
  platform: Platform
  /** A frame other than `nop` and `reconnect`: an object whose `type` is a string. */
  onFrame(frame: Record<string, unknown> & { type: string }): void
  /** Nothing arrives: the connection broke, an attempt ended before its first frame, or there was silence for 60 s. */
  onSilence(): void
}

/** Delays before the first attempts after a working connection, with jitter so that clients do not all reconnect at once. */
const quickRetries = [1_000, 3_000]

/** `waiting`: between two attempts. `trying`: no frame has arrived yet. */
export type State = 'closed' | 'waiting' | 'trying' | 'connected'
/** `end`: the connection broke, or the server asked to end it. `stale`: nothing arrived for too long, so it must be replaced. */
export type Event = 'open' | 'frame' | 'end' | 'stale' | 'close'

/**
 * The state after an event. Each event that leads to `trying` starts a new attempt. A dropped socket delivers no more frames and no end.
 */
const after: Record<State, Record<Event, State>> = {
  closed: { open: 'trying', frame: 'closed', end: 'closed', stale: 'closed', close: 'closed' },
  waiting: { open: 'trying', frame: 'waiting', end: 'waiting', stale: 'trying', close: 'closed' },
  trying: { open: 'trying', frame: 'connected', end: 'waiting', stale: 'trying', close: 'closed' },
  connected: { open: 'trying', frame: 'connected', end: 'waiting', stale: 'trying', close: 'closed' },
}

/** Opens the live stream. It handles silence and reconnects, and knows nothing about the data. */
export function openStream({ url, platform, onFrame, onSilence }: StreamOptions) {
  /** True from the first frame of a connection until the connection is lost. */
  const $connected = atom(false)
  let state: State = 'closed'
  let socket: Socket | undefined
  let triedAt = 0
  let connectedAt = 0
  let lastFrameAt = Number.NEGATIVE_INFINITY
  const waitAfter = openWaits()
  let stopSilence = () => {}
  let retry: { at: number; stop(): void } | undefined

  function hear(event: Event): void {
    state = after[state][event]
    if (state !== 'connected') drop()
    $connected.set(state === 'connected')
    if (state === 'trying') connect()
  }

  function connect(): void {
    triedAt = platform.now()
    // Counted from here too: an attempt that never connects counts as silence.
    restartSilenceTimer()
    try {
      socket = platform.openSocket(url)
    } catch {
      lost()
      return
    }
    const own = socket
    own.onmessage = (event) => receive(event.data)
    own.onerror = () => retryIn(retryMilliseconds)
    own.onclose = () => lost()
  }

  function drop(): void {
    stopSilence()
    retry?.stop()
    retry = undefined
    if (socket) silence(socket)
    socket = undefined
  }

  function receive(data: unknown): void {
    const frame = readFrame(data)
    if (!frame) return
    lastFrameAt = platform.now()
    restartSilenceTimer()
    if (state === 'trying') connectedAt = lastFrameAt
    hear('frame')
    if (frame.type === 'reconnect') lost(true)
    else if (frame.type !== 'nop') onFrame(frame)
  }

  /** The connection is closed. `isRequested`: the server asked for it. */
  function lost(isRequested = false): void {
    const wait = waitAfter(state === 'connected' ? platform.now() - connectedAt : undefined)
    hear('end')
    retryIn(wait)
    if (!isRequested) onSilence()
  }

  function retryIn(milliseconds: number): void {
    if (state === 'closed') return
    const at = platform.now() + milliseconds
    if (retry && retry.at <= at) return
    retry?.stop()
    const stop = platform.after(milliseconds, () => {
      retry = undefined
      // An error that leaves the connection working is no reason to close it.
      if (!(socket && within(freshMilliseconds, lastFrameAt))) hear('stale')
    })
    retry = { at, stop }
  }

  function restartSilenceTimer(): void {
    stopSilence()
    stopSilence = platform.after(silenceMilliseconds, () => {
      hear('stale')
      onSilence()
    })
  }

  // If the clock was set back, the past seems to be in the future; treat it as long ago.
  function within(milliseconds: number, time: number): boolean {
    const age = platform.now() - time
    return age >= 0 && age < milliseconds
  }

  return {
    $connected,
    open: () => hear('open'),
    /** The machine woke up or the network returned: reconnects unless a frame arrived a moment ago. */
    wake() {
      const alive = state === 'connected' ? within(freshMilliseconds, lastFrameAt) : within(retryMilliseconds, triedAt)
      if (!(socket && alive)) hear('stale')
    },
    close: () => hear('close'),
  }
}

/** Decides how long to wait before the next attempt: only briefly after the first connection, and after one that worked for a while. */
function openWaits() {
  let quickUsed = quickRetries.length
  let everLost = false

  /** @param worked how long the lost connection had worked, in milliseconds; undefined for a failed attempt */
  return (worked: number | undefined): number => {
    if (worked !== undefined) {
      if (!everLost || worked >= retryMilliseconds) quickUsed = 0
      everLost = true
    }
    const quick = quickRetries[quickUsed++]
    return quick === undefined ? retryMilliseconds : quick * (0.5 + Math.random())
  }
}

function silence(socket: Socket): void {
  socket.onmessage = socket.onerror = socket.onclose = null
  try {
    socket.close()
  } catch {
    // A socket that cannot be closed is left to the platform.
  }
}

function readFrame(data: unknown): (Record<string, unknown> & { type: string }) | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const frame: unknown = JSON.parse(data)
    return isRecord(frame) && typeof frame.type === 'string' ? { ...frame, type: frame.type } : undefined
  } catch {
    return undefined
  }
}
