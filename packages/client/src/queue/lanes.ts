// Decides which lanes of a queue wait for a retry, and until when.

import type { Refusal } from '@waypost/protocol'
import { type Backoff, openBackoff } from '../ground/backoff.ts'
import type { Platform } from '../ground/platform.ts'

/**
 * The lanes of a queue that wait for a retry. Entries of one lane stay in order, so a refused entry delays those behind it, but not
 * those of other lanes. Without a network, all lanes wait together.
 */
interface Lanes {
  /** Whether there is no network, so that nothing may be sent. */
  isOffline(): boolean
  /** Whether this lane is waiting and must not send. */
  waits(lane: string): boolean
  /**
   * Makes the lane of a refused entry wait until it may be retried.
   * @returns false if retrying does not help
   */
  refused(lane: string, guid: string, refusal: Refusal): boolean
  /** An entry was sent or removed: the entries behind it may be sent. */
  done(guid: string): void
  /** Ends all waits except those that the server asked for. */
  retryNow(): void
  close(): void
}

interface Lane {
  /** The entry that was refused. */
  guid: string
  backoff: Backoff
  /** Whether the server set the wait. */
  limited: boolean
  /** Cancels the wait; undefined when it is over. */
  stop: (() => void) | undefined
}

/** @param onOver called when a wait is over */
export function openLanes({ platform, onOver }: { platform: Pick<Platform, 'after'>; onOver(): void }): Lanes {
  const lanes = new Map<string, Lane>()
  const network = openBackoff()
  let stopOffline: (() => void) | undefined

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
    waits: (name) => lanes.get(name)?.stop !== undefined,
    refused(name, guid, refusal) {
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
    done(guid) {
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
