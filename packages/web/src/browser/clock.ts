// Tells the time as often as screens need it, and when the browser is idle.

import { computed, type ReadableAtom } from 'nanostores'
import { observed } from './observed.ts'

/** The time in milliseconds since 1970, updated often enough for '5 minutes ago'. */
export const $now: ReadableAtom<number> = observed(
  () => Date.now(),
  (again) => {
    const timer = setInterval(again, 20_000)
    return () => clearInterval(timer)
  },
)

/** When today began, in milliseconds since 1970. It changes once a day. */
export const $today: ReadableAtom<number> = computed($now, (now) => new Date(now).setHours(0, 0, 0, 0))

/** Calls back once, after some milliseconds and when the browser is idle. Returns a function that cancels it. */
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

/** Undefined once the first page is shown. */
let waiting: Set<() => void> | undefined = new Set()

/** Reports that the first page is shown, so anything it didn't need may now be fetched. */
export function firstPageShown(): void {
  const begin = waiting ?? []
  waiting = undefined
  for (const each of begin) each()
}

/**
 * Calls back once the first page has been shown, plus some milliseconds for more urgent work. So these fetches don't compete with the first
 * page on a slow network. Returns a function that cancels it.
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
