import { readFileSync } from 'node:fs'

/**
 * Milliseconds that the calling thread has waited for a free processor since it started, as Linux counts them (`schedstat`). It tells a
 * thread that was blocked by its own work from one that a busy machine did not run. 0 on other systems.
 */
export function runDelay(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Milliseconds by a clock that all processes of this machine share and that never jumps. */
export const sharedTime = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

/** A span of time, by `sharedTime`. */
export interface Span {
  start: number
  end: number
}
