import type { Refusal } from '@waypost/protocol'
import type { Platform } from '../session/platform.ts'
import { type Backoff, openBackoff } from './backoff.ts'

/**
 * What waits to be tried again. Messages of one conversation keep their order, so a refused one holds up those behind it; each
 * conversation is a lane of its own, so it holds up no other. Without a network all lanes wait together.
 */
export interface Lanes {
  /** Whether nothing may be sent at all. */
  isOffline(): boolean
  /** Whether a lane may send nothing for now. */
  waits(lane: string): boolean
  /**
   * Has a message that was refused, and its lane, wait until it may be tried again.
   * @returns false when the refusal will not pass by itself
   */
  refused(lane: string, guid: string, refusal: Refusal): boolean
  /** A message went through, or is done with in another way: what waited behind it may go. */
  done(guid: string): void
  /** Ends every wait but those that the server asked for. */
  hurry(): void
  close(): void
}

interface Lane {
  /** The message that was refused. */
  guid: string
  backoff: Backoff
  /** The server said how long. */
  limited: boolean
  /** Ends the wait; undefined when it is over. */
  stop: (() => void) | undefined
}

/** @param onOver told when a wait is over */
export function openLanes({ platform, onOver }: { platform: Pick<Platform, 'after'>; onOver(): void }): Lanes {
  const lanes = new Map<string, Lane>()
  const network = openBackoff()
  let stopOffline: (() => void) | undefined

  function hurry(): void {
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
          hurry()
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
    hurry,
    close() {
      stopOffline?.()
      stopOffline = undefined
      for (const { stop } of lanes.values()) stop?.()
      lanes.clear()
    },
  }
}
