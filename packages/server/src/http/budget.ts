// Counts the operations that each caller spends on calls, and refuses calls over the rate limit.

import { limits, Refusal } from '@waypost/protocol'
import { durationText } from './throttle.ts'

/** What one caller may spend: `capacity` units, refilled `every` milliseconds after the first one is spent. */
export interface Budget {
  capacity: number
  every: number
}

export const usualBudget: Budget = { capacity: limits.rateLimit, every: limits.rateResetEvery }
export const noBudget: Budget = { capacity: Number.POSITIVE_INFINITY, every: limits.rateResetEvery }

/** The units that one caller has left. */
interface CallerBudget {
  /** Units. */
  left: number
  /** When it is refilled, in milliseconds since 1970. */
  full: number
}

export interface Budgets {
  /** The limit that responses report. */
  readonly limit: number
  /** Takes units from a caller's bucket; takes nothing when the bucket holds fewer. */
  spend(key: string, units: number): { bucket: CallerBudget; enough: boolean }
}

/** Counts what callers spend. Each node counts for itself. Beyond `maxCallers` callers the oldest buckets are dropped. */
export function budgets({ capacity, every }: Budget, { now = Date.now, maxCallers = 50_000 } = {}): Budgets {
  const buckets = new Map<string, CallerBudget>()
  const endless = capacity === Number.POSITIVE_INFINITY
  const limit = endless ? limits.rateLimit : capacity
  return {
    limit,
    spend(key, units) {
      const time = now()
      if (endless) return { bucket: { left: limit, full: time + every }, enough: true }
      let bucket = buckets.get(key)
      if (bucket === undefined || bucket.full <= time) {
        buckets.delete(key)
        if (buckets.size >= maxCallers) buckets.delete(buckets.keys().next().value as string)
        bucket = { left: capacity, full: time + every }
        buckets.set(key, bucket)
      }
      const enough = units <= bucket.left
      if (enough) bucket.left -= units
      return { bucket, enough }
    },
  }
}

/** The refusal of a call that costs more units than are left. */
export function overBudget({ full }: CallerBudget, now = Date.now()): Refusal {
  const wait = Math.max(1, full - now)
  return Refusal.tooMany(wait, `Too many requests. Try again in ${durationText(wait)}.`)
}
