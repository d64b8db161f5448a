import type { Platform } from './platform.ts'

/** For tests: a clock that moves only when told. */
interface ManualClock extends Pick<Platform, 'now' | 'after' | 'unique'> {
  /** Runs the timers that fall due, in order. */
  advance(milliseconds: number): void
  /** Changes what `now` returns without running timers, as when a machine sleeps or its clock is set. */
  jump(milliseconds: number): void
  /** Milliseconds until each pending timer, soonest first. */
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
