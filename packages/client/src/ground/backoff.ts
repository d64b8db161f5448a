import { isPassing, type Refusal, retryIn } from '@waypost/protocol'

/** Decides when to retry a request that was refused. */
export interface Backoff {
  /** @returns milliseconds until the next try, or undefined if retrying does not help */
  refused(refusal: Refusal): number | undefined
  /** A request succeeded: the next wait is short again. */
  worked(): void
}

const firstWait = 1_000
const maxDelay = 60_000
/** A rate limit with a longer wait counts as a permanent refusal; no other refusal makes an entry wait longer. */
const maxRetryAfter = 5 * 60_000
/** How many `ratelimited` refusals one entry gets. With the waits between them that is two minutes or more. */
const maxLimited = 8
/** A response that cannot be parsed may come from a proxy, so it is retried a few times. */
const maxUnreadable = 5

/** @param options `longest`: the longest wait in milliseconds, unless the server asks for a longer one */
export function openBackoff({ longest = maxDelay } = {}): Backoff {
  let [tries, limited, unreadable] = [0, 0, 0]
  const next = () => Math.min(longest, firstWait * 2 ** tries++)

  return {
    refused(refusal) {
      if (refusal.code === 'bad_answer') return ++unreadable < maxUnreadable ? next() : undefined
      if (!isPassing(refusal)) return undefined
      if (refusal.code !== 'ratelimited') return Math.min(maxRetryAfter, retryIn(refusal, next()))
      const wanted = refusal.retryAfter === undefined ? undefined : refusal.retryAfter * 1_000
      if (++limited >= maxLimited || (wanted ?? 0) > maxRetryAfter) return undefined
      return wanted === undefined ? next() : retryIn(refusal, firstWait)
    },
    worked() {
      tries = limited = unreadable = 0
    },
  }
}
