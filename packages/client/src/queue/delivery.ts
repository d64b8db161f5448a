import type { Refusal } from '@waypost/protocol'
import { type Backoff, openBackoff } from '../ground/backoff.ts'
import type { Platform } from '../ground/platform.ts'

interface Options<E> {
  platform: Pick<Platform, 'after'>
  /** Entries that may be sent now, in order, including those whose lane is busy or waiting. */
  ready(): Iterable<E>
  laneOf(entry: E): string
  /** Sends one entry and handles all refusals itself. `isStopped` tells whether the delivery has been stopped meanwhile. */
  send(entry: E, isStopped: () => boolean): Promise<void>
  /** How many entries may be in flight at once; by default one per lane. */
  concurrency?: number
}

/**
 * Sends the entries of a queue. Entries of one lane are sent one at a time, in order. A lane that waits for the server does not delay the
 * others. Offline, all lanes wait.
 */
export function openDelivery<E>({ platform, ready, laneOf, send, concurrency = Number.POSITIVE_INFINITY }: Options<E>) {
  const lanes = openLanes({ platform, onOver: sendReady })
  /** The lanes of entries in flight. A new set for each start. */
  let busy: Set<string> | undefined

  function sendReady(): void {
    if (!busy) return
    for (const entry of ready()) {
      if (lanes.isOffline() || busy.size >= concurrency) return
      const lane = laneOf(entry)
      if (!busy.has(lane) && !lanes.waits(lane)) void start(entry, lane, busy)
    }
  }

  async function start(entry: E, lane: string, own: Set<string>): Promise<void> {
    own.add(lane)
    try {
      await send(entry, () => own !== busy)
    } finally {
      own.delete(lane)
    }
    if (own === busy) sendReady()
  }

  return {
    /** Resumes at once if it waits for a network. */
    resume(): void {
      lanes.retryNow()
      busy ??= new Set()
      sendReady()
    },
    sendReady,
    /** Requests in flight may still arrive; their outcome is ignored. */
    stop(): void {
      busy = undefined
      lanes.close()
    },
    isRunning: () => busy !== undefined,
    done: lanes.done,
    refused: lanes.refused,
  }
}

interface Lane {
  guid: string
  backoff: Backoff
  /** Whether the server set the wait. */
  limited: boolean
  /** Undefined when the wait is over. */
  stop: (() => void) | undefined
}

/**
 * The lanes of a queue that wait for a retry. Entries of one lane stay in order, so a refused entry delays those behind it, but not those
 * of other lanes. Offline, all lanes wait together.
 * @param onOver called when a wait is over
 */
export function openLanes({ platform, onOver }: { platform: Pick<Platform, 'after'>; onOver(): void }) {
  const lanes = new Map<string, Lane>()
  const network = openBackoff()
  let stopOffline: (() => void) | undefined

  /** Ends all waits except those that the server asked for. */
  function retryNow(): void {
    stopOffline?.()
    stopOffline = undefined
    for (const lane of lanes.values()) {
      if (lane.limited) continue
      lane.stop?.()
      lane.stop = undefined
    }
  }

  return {
    isOffline: () => stopOffline !== undefined,
    waits: (name: string) => lanes.get(name)?.stop !== undefined,
    /** Makes the lane of a refused entry wait until it may be retried. @returns false if retrying does not help */
    refused(name: string, guid: string, refusal: Refusal): boolean {
      if (refusal.code === 'network') {
        stopOffline ??= platform.after(network.refused(refusal) as number, () => {
          retryNow()
          onOver()
        })
        return true
      }
      network.worked()
      const known = lanes.get(name)
      const backoff = known?.guid === guid ? known.backoff : openBackoff()
      const wait = backoff.refused(refusal)
      known?.stop?.()
      lanes.delete(name)
      if (wait === undefined) return false
      const lane: Lane = { guid, backoff, limited: refusal.code === 'ratelimited', stop: undefined }
      lane.stop = platform.after(wait, () => {
        lane.stop = undefined
        onOver()
      })
      lanes.set(name, lane)
      return true
    },
    /** An entry was sent or removed: the entries behind it may be sent. */
    done(guid: string): void {
      network.worked()
      for (const [name, lane] of lanes) {
        if (lane.guid !== guid) continue
        lanes.delete(name)
        if (!lane.stop) continue
        lane.stop()
        onOver()
      }
    },
    retryNow,
    close() {
      stopOffline?.()
      stopOffline = undefined
      for (const { stop } of lanes.values()) stop?.()
      lanes.clear()
    },
  }
}
