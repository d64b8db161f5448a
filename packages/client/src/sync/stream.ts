// Keeps the stream to the server open: reconnects when it was lost or is silent.

import { limits } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import { isRecord } from '../ground/objects.ts'
import type { Platform, Socket } from '../ground/platform.ts'

/** The live stream. It handles silence and reconnecting, and knows nothing about the data. */
interface Stream {
  /** True from the first frame of a connection until the connection is lost. */
  readonly $connected: ReadableAtom<boolean>
  open(): void
  /** The machine woke up or the network returned: reconnects unless a frame arrived a moment ago. */
  wake(): void
  close(): void
}

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

export function openStream({ url, platform, onFrame, onSilence }: StreamOptions): Stream {
  const $connected = atom(false)
  let isOpen = false
  let socket: Socket | undefined
  let triedAt = 0
  let connectedAt = 0
  let lastFrameAt = Number.NEGATIVE_INFINITY
  let quickUsed = quickRetries.length
  let everLost = false
  let stopSilence = () => {}
  let retry: { at: number; stop(): void } | undefined

  function connect(): void {
    drop()
    if (!isOpen) return
    triedAt = platform.now()
    // Counted from here too: an attempt that never connects is silence.
    restartSilenceTimer()
    try {
      socket = platform.openSocket(url)
    } catch {
      lost()
      return
    }
    const own = socket
    own.onmessage = (event) => receive(event.data)
    own.onerror = () => retryIn(limits.streamRetry)
    own.onclose = () => lost()
  }

  function drop(): void {
    stopSilence()
    retry?.stop()
    retry = undefined
    const old = socket
    socket = undefined
    if (old) {
      old.onmessage = old.onerror = old.onclose = null
      try {
        old.close()
      } catch {
        // A socket that cannot be closed is left to the platform.
      }
    }
    $connected.set(false)
  }

  function receive(data: unknown): void {
    const frame = readFrame(data)
    if (!frame) return
    lastFrameAt = platform.now()
    restartSilenceTimer()
    if (!$connected.get()) {
      connectedAt = lastFrameAt
      $connected.set(true)
    }
    if (frame.type === 'reconnect') lost(true)
    else if (frame.type !== 'nop') onFrame(frame)
  }

  /** The connection is closed. `isRequested`: the server asked for it. */
  function lost(isRequested = false): void {
    const worked = $connected.get()
    if (worked && (!everLost || platform.now() - connectedAt >= limits.streamRetry)) quickUsed = 0
    everLost ||= worked
    drop()
    const quick = quickRetries[quickUsed++]
    retryIn(quick === undefined ? limits.streamRetry : quick * (0.5 + Math.random()))
    if (!isRequested) onSilence()
  }

  function retryIn(milliseconds: number): void {
    if (!isOpen) return
    const at = platform.now() + milliseconds
    if (retry && retry.at <= at) return
    retry?.stop()
    const stop = platform.after(milliseconds, () => {
      retry = undefined
      // An error that leaves the connection working is no reason to close it.
      if (!(socket && within(limits.streamFresh, lastFrameAt))) connect()
    })
    retry = { at, stop }
  }

  function restartSilenceTimer(): void {
    stopSilence()
    stopSilence = platform.after(limits.streamSilence, () => {
      connect()
      onSilence()
    })
  }

  // If the clock was set back, the past seems to lie ahead; treat it as long ago.
  function within(milliseconds: number, time: number): boolean {
    const age = platform.now() - time
    return age >= 0 && age < milliseconds
  }

  return {
    $connected,
    open() {
      isOpen = true
      connect()
    },
    wake() {
      const alive = socket && ($connected.get() ? within(limits.streamFresh, lastFrameAt) : within(limits.streamRetry, triedAt))
      if (!alive) connect()
    },
    close() {
      isOpen = false
      drop()
    },
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
