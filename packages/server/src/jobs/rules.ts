// Decides when a failed job is retried, and after how many failures it is marked as failed.

/** The number of failures after which a job is marked as failed: with the delays below, after about a day. */
export const maxAttempts = 30

const second = 1_000_000
const maxDelay = 3_600 * second

/**
 * The delay before a retry in microseconds: it doubles each time, from two seconds to an hour. A random part of up to a quarter is
 * subtracted, so that jobs that failed together are not retried together.
 */
export function retryDelay(attempt: number, chance = Math.random()): number {
  const wait = Math.min(maxDelay, 2 ** Math.min(attempt, 30) * second)
  return Math.round(wait * (1 - chance / 4))
}
