import type { Micros } from '../change.ts'

const microsecondsPerMillisecond = 1_000

/** The delay in the header `Retry-After` (RFC 9110, 10.2.3), in microseconds; 0 if it is absent or invalid. */
export function waitOf(retryAfter: string | undefined, now: Micros): number {
  if (retryAfter === undefined) return 0
  const text = retryAfter.trim()
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000_000, Number.MAX_SAFE_INTEGER)
  // A date begins with its weekday; `Date.parse` also accepts other formats, which are invalid here.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date * microsecondsPerMillisecond - now)
}
