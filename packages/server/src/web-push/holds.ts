// Holds back the messages for a browser whose push service has asked for a pause.

import type { Micros } from '../change.ts'
import type { SubscriptionInUse } from './rows.ts'

/** Until the next look at what the first message after a pause has met, in microseconds. */
const nextLook = 1_000_000

/**
 * After a pause one message goes first: the others follow once it was taken, so that a push service that is still busy gets one request,
 * and not all that have waited. Each node counts for itself.
 */
export function openHolds() {
  const first = new Set<string>()
  return {
    /** When to ask again, in microseconds; undefined if a message may be sent now. */
    waitFor({ device, held_until }: SubscriptionInUse, now: Micros): number | undefined {
      if (held_until === null) return undefined
      if (held_until > now) return held_until
      return first.has(device) ? now + nextLook : undefined
    },
    /** Notes that a message is being sent. @returns notes that it was answered */
    begin({ device, held_until }: SubscriptionInUse): () => void {
      if (held_until === null) return () => {}
      first.add(device)
      return () => void first.delete(device)
    },
  }
}
