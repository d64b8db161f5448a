/** The number of failures after which a job is marked as failed: with the delays below, after about a day. */
export const maxAttempts = 30

const second = 1_000_000
const maxDelay = 3_600 * second

/** Microseconds before a retry: doubles from two seconds to an hour, minus up to a random quarter, so that retries spread out. */
export function retryDelay(attempt: number, chance = Math.random()): number {
  const wait = Math.min(maxDelay, 2 ** Math.min(attempt, 30) * second)
  return Math.round(wait * (1 - chance / 4))
}
