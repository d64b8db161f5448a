import type { Refusal } from '@waypost/protocol'
import type { Platform } from '../ground/platform.ts'
import { openLanes } from './lanes.ts'

/**
 * Sends the entries of a queue. Entries of one lane are sent one at a time, in order. A lane that waits for the server does not delay
 * the others. Without a network, all lanes wait.
 */
interface Delivery {
  /** Starts sending, or resumes at once where it waits for a network. */
  resume(): void
  /** Sends the entries that are ready, if it was started. */
  sendReady(): void
  /** Stops sending. Requests in flight may still arrive; their outcome is ignored. */
  stop(): void
  isRunning(): boolean
  /** An entry was sent or removed: the entries behind it may be sent. */
  done(guid: string): void
  /** Makes the lane of a refused entry wait. @returns false if retrying does not help */
  refused(lane: string, guid: string, refusal: Refusal): boolean
}

interface Options<E> {
  platform: Pick<Platform, 'after'>
  /** Entries that may be sent now, in order, including those whose lane is busy or waits. */
  ready(): Iterable<E>
  laneOf(entry: E): string
  /** Sends one entry and handles all refusals itself. `isStopped` tells whether the delivery was stopped meanwhile. */
  send(entry: E, isStopped: () => boolean): Promise<void>
  /** How many entries may be in flight at the same time; by default one of each lane. */
  concurrency?: number
}

export function openDelivery<E>({ platform, ready, laneOf, send, concurrency = Number.POSITIVE_INFINITY }: Options<E>): Delivery {
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
    resume() {
      lanes.retryNow()
      busy ??= new Set()
      sendReady()
    },
    sendReady,
    stop() {
      busy = undefined
      lanes.close()
    },
    isRunning: () => busy !== undefined,
    done: lanes.done,
    refused: lanes.refused,
  }
}
