// Limits how often a key, such as a network address or an account, may attempt something, and what each caller spends on calls.

import { budgetMilliseconds, budgetUnits, devicePollMilliseconds, phonePollMilliseconds, Refusal } from '@waypost/protocol'
import ipaddr from 'ipaddr.js'
import { BoundedMap } from '../processor/bounded-map.ts'

/** How often something may be tried: `burst` times at once, then once every `every` milliseconds. */
export interface RateLimit {
  burst: number
  every: number
}

/** Each node counts separately, so the effective limits multiply with the number of nodes. */
export const defaultRateLimits = {
  /** Password attempts from one network address. */
  fromAddress: { burst: 30, every: 10_000 },
  /** Password attempts for one account from one network address, and by its signed-in owner. */
  forAccount: { burst: 10, every: 60_000 },
  /** Password attempts for one account from all network addresses from which it has not signed in before. */
  forAccountOverall: { burst: 50, every: 15_000 },
  /** One-time code attempts for one account from one network address, and from all addresses from which it has not signed in before. */
  oneTimeCode: { burst: 10, every: 300_000 },
  /** Identities created at the built-in provider from one network address. */
  signUp: { burst: 20, every: 180_000 },
  /** Tokens and codes exchanged from one network address. */
  exchange: { burst: 60, every: 1_000 },
  /** Password reset links requested from one network address, and redeemed from it. */
  passwordReset: { burst: 30, every: 10_000 },
  /** Device sign-ins started from one network address. */
  deviceSignIn: { burst: 30, every: 10_000 },
  /** How often one device may poll for the answer. */
  devicePoll: { burst: 2, every: devicePollMilliseconds },
  /** Wrong user codes entered by one account and from one network address. */
  userCode: { burst: 10, every: 30_000 },
  /** QR codes for phones made by one account. */
  phoneSignIn: { burst: 20, every: 10_000 },
  /** How often one phone may poll for the answer. */
  phonePoll: { burst: 3, every: phonePollMilliseconds },
  /** Feeds tested by one account. */
  feedCheck: { burst: 20, every: 15_000 },
  /** Links of one account that are fetched for previews. */
  linkPreview: { burst: 60, every: 120_000 },
  /** Searches of one account. */
  search: { burst: 60, every: 100 },
  /** Email addresses named by one network. */
  mailIn: { burst: 60, every: 2_000 },
  /** Channel feeds read by one network. */
  channelFeed: { burst: 60, every: 500 },
  /** Message actions pressed by one account. */
  press: { burst: 30, every: 2_000 },
  /** Typing reports by one account, and to one person. */
  typing: { burst: 10, every: 1_000 },
  typingToPerson: { burst: 3, every: 3_000 },
  /** Announcements that one account went online or offline; further ones are dropped. */
  onlineAnnouncement: { burst: 20, every: 10_000 },
} satisfies Record<string, RateLimit>

export type RateLimits = Record<keyof typeof defaultRateLimits, RateLimit>

const unlimited: RateLimit = { burst: Number.POSITIVE_INFINITY, every: 0 }
export const noRateLimits = Object.fromEntries(Object.keys(defaultRateLimits).map((name) => [name, unlimited])) as RateLimits

/** The limits that remain when rate limits are off: they protect passwords from guessing. */
export const passwordRateLimits: RateLimits = {
  ...defaultRateLimits,
  signUp: unlimited,
  exchange: unlimited,
  feedCheck: unlimited,
  linkPreview: unlimited,
  search: unlimited,
  press: unlimited,
  channelFeed: unlimited,
  mailIn: unlimited,
  typing: unlimited,
  typingToPerson: unlimited,
  onlineAnnouncement: unlimited,
}

/** Limits attempts by key. */
export interface Throttle {
  /** Counts one attempt. @throws Refusal `ratelimited`, with the time to wait */
  take(key: string): void
  /** Counts one attempt, at a time in milliseconds. @returns false if it has to wait */
  allows(key: string, time?: number): boolean
  /** Uncounts a successful attempt. */
  giveBack(key: string): void
}

/** Counts attempts by key in token buckets. A bucket is stored as one number: the time at which it is full again. */
export function throttle({ burst, every }: RateLimit, { now = Date.now, maxKeys = 50_000 } = {}): Throttle {
  const fullAt = new BoundedMap<string, number>(maxKeys)

  /** Counts one attempt. @returns the milliseconds to wait; 0 or less if it is allowed now */
  function count(key: string, time: number): number {
    if (burst === Number.POSITIVE_INFINITY) return 0
    const full = Math.max(fullAt.get(key) ?? 0, time)
    const wait = full + every - burst * every - time
    if (wait <= 0) fullAt.set(key, full + every)
    return wait
  }

  return {
    take(key) {
      const wait = count(key, now())
      if (wait > 0) throw Refusal.tooMany(wait, `Too many attempts. Try again in ${durationText(wait)}.`)
    },
    allows: (key, time = now()) => count(key, time) <= 0,
    giveBack(key) {
      const full = fullAt.get(key)
      if (full !== undefined) fullAt.set(key, full - every)
    },
  }
}

/** The key of a network address in rate limits. IPv6 addresses of one /64 count as one, because a subscriber has all of them. */
export function addressKey(address: string): string {
  const known = keys.get(address)
  if (known !== undefined) return known
  const key = keyOf(address)
  keys.set(address, key)
  return key
}

/** Each request looks its key up several times. */
const keys = new BoundedMap<string, string>(1_000)

function keyOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** A duration in words, such as `5 minutes`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** What one caller may spend: `capacity` units, refilled `every` milliseconds after the first is spent. */
export interface Budget {
  capacity: number
  every: number
}

export const usualBudget: Budget = { capacity: budgetUnits, every: budgetMilliseconds }
export const noBudget: Budget = { capacity: Number.POSITIVE_INFINITY, every: budgetMilliseconds }

interface CallerBudget {
  left: number
  /** When it is refilled, in milliseconds since 1970. */
  full: number
}

export interface Budgets {
  readonly limit: number
  /** Takes units from a caller's bucket, or nothing if the bucket holds fewer. */
  spend(key: string, units: number): { bucket: CallerBudget; enough: boolean }
}

/** Counts what callers spend. Each node counts separately. Beyond `maxCallers` callers, the oldest buckets are evicted. */
export function budgets({ capacity, every }: Budget, { now = Date.now, maxCallers = 50_000 } = {}): Budgets {
  const buckets = new BoundedMap<string, CallerBudget>(maxCallers)
  const endless = capacity === Number.POSITIVE_INFINITY
  const limit = endless ? budgetUnits : capacity
  return {
    limit,
    spend(key, units) {
      const time = now()
      if (endless) return { bucket: { left: limit, full: time + every }, enough: true }
      let bucket = buckets.get(key)
      if (bucket === undefined || bucket.full <= time) {
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
