// Tells the time as often as screens need it, and when the browser has time to spare.

import { computed, type ReadableAtom } from 'nanostores'
import { observed } from './observed.ts'

/** The time in milliseconds since 1970. It is updated as often as '5 minutes ago' needs. */
export const $now: ReadableAtom<number> = observed(
  () => Date.now(),
  (again) => {
    const timer = setInterval(again, 20_000)
    return () => clearInterval(timer)
  },
)

/** When today began, in milliseconds since 1970. It changes once a day. */
export const $today: ReadableAtom<number> = computed($now, (now) => new Date(now).setHours(0, 0, 0, 0))

/** Milliseconds after which the first page is shown on an ordinary network: what it does not need is fetched then. */
export const afterFirstPage = 500

/** Calls back once, after some milliseconds and when the browser has nothing more urgent to do. Returns a function that cancels it. */
export function whenIdle(after: number, run: () => void): () => void {
  let canceled = false
  const unlessCanceled = () => {
    if (!canceled) run()
  }
  // Safari has no idle callbacks.
  const timer = setTimeout(
    () => ('requestIdleCallback' in window ? requestIdleCallback(unlessCanceled) : unlessCanceled()),
    after,
  )
  return () => {
    canceled = true
    clearTimeout(timer)
  }
}
