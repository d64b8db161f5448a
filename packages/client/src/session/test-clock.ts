import type { Platform } from './platform.ts'

/** For tests: time that stands still until it is moved. */
export interface ManualClock extends Pick<Platform, 'now' | 'after' | 'unique'> {
  /** Moves time on and runs what falls due on the way, in order. */
  advance(milliseconds: number): void
  /** Moves what `now` says and nothing else, as when a machine sleeps or its clock is set. */
  jump(milliseconds: number): void
  /** Milliseconds until each timer that is set, the soonest first. */
  timers(): number[]
}

export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsed = 0
  let offset = start
  let made = 0
  const timers = new Set<{ at: number; work: () => void }>()
  const soonest = () => [...timers].sort((a, b) => a.at - b.at)
  return {
    now: () => offset + elapsed,
    after(milliseconds, work) {
      const timer = { at: elapsed + milliseconds, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    unique: () => `unique-${++made}`,
    advance(milliseconds) {
      const end = elapsed + milliseconds
      for (let next = soonest()[0]; next && next.at <= end; next = soonest()[0]) {
        timers.delete(next)
        elapsed = Math.max(elapsed, next.at)
        next.work()
      }
      elapsed = end
    },
    jump(milliseconds) {
      offset += milliseconds
    },
    timers: () => soonest().map(({ at }) => at - elapsed),
  }
}
