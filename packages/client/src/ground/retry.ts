// Retries work in the background after a refusal: with growing waits, and not before the server allows it.

import { type Refusal, retryIn } from '@waypost/protocol'
import type { Platform } from './platform.ts'

/** The retries of one piece of work, e.g. of saving one draft. */
export interface Retry {
  /** Runs `work` once the refused request may be retried; replaces an earlier retry. */
  later(refusal: Refusal, work: () => void): void
  isWaiting(): boolean
  /**
   * Cancels the retry because there is a reason to try now, e.g. the network is back.
   * @returns false while a rate limit forbids it: then the retry stays
   */
  mayTryNow(): boolean
  /** The work succeeded: cancels the retry, and the next wait is short again. */
  worked(): void
  cancel(): void
}

/** The first wait in milliseconds. Each further wait is twice as long. */
const firstWait = 10_000
const longestWait = 60_000

export function openRetry({ after }: Pick<Platform, 'after'>): Retry {
  let tries = 0
  let waiting: { limited: boolean; stop(): void } | undefined

  function cancel(): void {
    waiting?.stop()
    waiting = undefined
  }

  return {
    later(refusal, work) {
      cancel()
      const stop = after(retryIn(refusal, Math.min(longestWait, firstWait * 2 ** tries++)), () => {
        waiting = undefined
        work()
      })
      waiting = { limited: refusal.code === 'ratelimited', stop }
    },
    isWaiting: () => waiting !== undefined,
    mayTryNow() {
      if (waiting?.limited) return false
      cancel()
      return true
    },
    worked() {
      tries = 0
      cancel()
    },
    cancel,
  }
}
