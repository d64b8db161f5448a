// Holds back messages for a browser whose push service has asked for a pause.

import type { Micros } from '../change.ts'
import type { SubscriptionInUse } from './rows.ts'

/** The delay until the next check of the first message after a pause, in microseconds. */
const nextLook = 1_000_000

/**
 * After a pause, one message goes first, and the others follow once it is accepted, so that a push service that is still busy gets one
 * request instead of all the waiting ones. Each node counts separately.
 */
export function openHolds() {
  const first = new Set<string>()
  return {
    /** When to try again, in microseconds; undefined if a message may be sent now. */
    waitFor({ device, held_until }: SubscriptionInUse, now: Micros): number | undefined {
      if (held_until === null) return undefined
      if (held_until > now) return held_until
      return first.has(device) ? now + nextLook : undefined
    },
    /** Records that a message is being sent. @returns a function to call once it is answered */
    begin({ device, held_until }: SubscriptionInUse): () => void {
      if (held_until === null) return () => {}
      first.add(device)
      return () => void first.delete(device)
    },
  }
}
