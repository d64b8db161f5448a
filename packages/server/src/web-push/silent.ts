// Limits the messages for which a browser may show nothing, as browsers punish them.

import { Refusal } from '@waypost/protocol'
import { throttle } from '../http/throttle.ts'

/**
 * Firefox ends a subscription after 16 of them, and after fewer if the site was not visited for days; Chromium shows a notice of its own
 * after a few a day.
 * - `closes`: what closes notifications. The next message does that as well.
 * - `encrypted`: what may be of any kind, and most often is a text or a mirrored notification. Where too many show nothing, the service worker
 *   shows something.
 */
const silentLimits = {
  closes: { burst: 4, every: 4 * 60 * 60_000 },
  encrypted: { burst: 20, every: 60_000 },
}

/** Counts for each browser the messages for which it may show nothing. Each node counts for itself. */
export interface SilentLimit {
  /** Counts a message that is about to be sent. @returns false if it may not be sent now */
  take(device: string, now: number): boolean
  /** Uncounts one that was not sent. */
  giveBack(device: string): void
}

export function openSilentLimit(kind: keyof typeof silentLimits): SilentLimit {
  let time = 0
  const { take, giveBack } = throttle(silentLimits[kind], { now: () => time })
  return {
    take(device, now) {
      time = now
      try {
        take(device)
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },
    giveBack,
  }
}
