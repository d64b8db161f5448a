import { readFileSync } from 'node:fs'

/**
 * Milliseconds that the calling thread has waited for a free processor since it started, as Linux counts them (`schedstat`), and that the
 * host of a virtual machine kept its processors for others (`steal`). It tells a thread that was blocked by its own work from one that a
 * busy machine did not run. 0 on other systems.
 */
export function runDelay(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[1]) / 1e6 + stolen()
  } catch {
    return 0
  }
}

/** Of all processors together, as nobody tells on which of them the thread was. The kernel counts it in hundredths of a second. */
const stolen = () => Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'latin1'))?.[1] ?? 0) * 10

/** Milliseconds by a clock that all processes of this machine share and that never jumps. */
export const sharedTime = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000

/** A span of time, by `sharedTime`. */
export interface Span {
  start: number
  end: number
}
