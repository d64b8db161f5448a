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

/** What waits for the first page; undefined once it is shown. */
let waiting: Set<() => void> | undefined = new Set()

/** The first page is shown: what it did without may be fetched from now on. */
export function firstPageShown(): void {
  const begin = waiting ?? []
  waiting = undefined
  for (const each of begin) each()
}

/**
 * Calls back once the first page has been shown, and the browser has had some milliseconds for what is more urgent. What is fetched then
 * takes nothing of the network from the first page, however slow it is. Returns a function that cancels it.
 */
export function afterFirstPage(run: () => void, after = 500): () => void {
  let cancel = () => {}
  const begin = () => {
    cancel = whenIdle(after, run)
  }
  if (!waiting) begin()
  else {
    waiting.add(begin)
    cancel = () => void waiting?.delete(begin)
  }
  return () => cancel()
}
