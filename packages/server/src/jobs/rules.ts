/** A job that failed this often is kept as failed: with the waits below, after about a day. */
export const mostAttempts = 30

const second = 1_000_000
const longestWait = 3_600 * second

/**
 * Microseconds until a job that failed is tried again: twice as long each time, from two seconds to an hour. Up to a quarter is taken
 * off by chance, so that jobs which failed together do not come back together.
 */
export function waitAfter(attempt: number, chance = Math.random()): number {
  const wait = Math.min(longestWait, 2 ** Math.min(attempt, 30) * second)
  return Math.round(wait * (1 - chance / 4))
}
