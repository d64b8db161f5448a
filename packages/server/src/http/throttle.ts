// Limits how often a key, such as a network address or an account, may try something, such as to sign in.

import { limits, Refusal } from '@waypost/protocol'
import ipaddr from 'ipaddr.js'

/** How often something may be tried: `burst` times at once, then once every `every` milliseconds. */
export interface RateLimit {
  burst: number
  every: number
}

/** Rate limits of attempts to sign in and sign up. Each node counts for itself, so the limits multiply with the number of nodes. */
export interface RateLimits {
  /** Passwords tried from one network address. */
  fromAddress: RateLimit
  /** Passwords tried for one account from one network address, and by its signed-in owner. */
  forAccount: RateLimit
  /** Passwords tried for one account from all network addresses from which it has not signed in before. */
  forAccountOverall: RateLimit
  /** One-time codes tried for one account from one network address, and from all from which it has not signed in before. */
  oneTimeCode: RateLimit
  /** Identities created at the built-in provider from one network address. */
  signUp: RateLimit
  /** Tokens and codes exchanged from one network address. */
  exchange: RateLimit
  /** Links to a new password requested from one network address, and redeemed from it. */
  passwordReset: RateLimit
  /** Device sign-ins started from one network address. */
  deviceSignIn: RateLimit
  /** How often one device may poll for the answer. */
  devicePoll: RateLimit
  /** Wrong user codes, by one account and from one network address. */
  userCode: RateLimit
  /** QR codes for phones made by one account. */
  phoneSignIn: RateLimit
  /** How often one phone may poll for the answer. */
  phonePoll: RateLimit
  /** Feeds tried by one account. */
  feedCheck: RateLimit
  /** Links of one account that are fetched for previews. */
  linkPreview: RateLimit
  /** Searches of one account. */
  search: RateLimit
}

export const defaultRateLimits: RateLimits = {
  fromAddress: { burst: 30, every: 10_000 },
  forAccount: { burst: 10, every: 60_000 },
  forAccountOverall: { burst: 50, every: 15_000 },
  oneTimeCode: { burst: 10, every: 300_000 },
  signUp: { burst: 20, every: 180_000 },
  exchange: { burst: 60, every: 1_000 },
  passwordReset: { burst: 30, every: 10_000 },
  deviceSignIn: { burst: 30, every: 10_000 },
  devicePoll: { burst: 2, every: limits.devicePollEvery },
  userCode: { burst: 10, every: 30_000 },
  phoneSignIn: { burst: 20, every: 10_000 },
  phonePoll: { burst: 3, every: limits.phonePollEvery },
  feedCheck: { burst: 20, every: 15_000 },
  linkPreview: { burst: 60, every: 120_000 },
  search: { burst: 60, every: 100 },
}

const unlimited: RateLimit = { burst: Number.POSITIVE_INFINITY, every: 0 }
export const noRateLimits: RateLimits = {
  fromAddress: unlimited,
  forAccount: unlimited,
  forAccountOverall: unlimited,
  oneTimeCode: unlimited,
  signUp: unlimited,
  exchange: unlimited,
  passwordReset: unlimited,
  deviceSignIn: unlimited,
  devicePoll: unlimited,
  userCode: unlimited,
  phoneSignIn: unlimited,
  phonePoll: unlimited,
  feedCheck: unlimited,
  linkPreview: unlimited,
  search: unlimited,
}
/** The limits that remain when rate limits are off: they protect passwords from guessing. */
export const passwordRateLimits: RateLimits = {
  ...defaultRateLimits,
  signUp: unlimited,
  exchange: unlimited,
  feedCheck: unlimited,
  linkPreview: unlimited,
  search: unlimited,
}

interface Throttle {
  /** Counts one attempt. @throws Refusal `ratelimited`, with the time to wait */
  take(key: string): void
  /** Uncounts a successful attempt. */
  giveBack(key: string): void
}

/**
 * Counts attempts by key in token buckets. A bucket is stored as one number: the time at which it is full again. Beyond `maxKeys` keys the
 * least recently used are dropped.
 */
export function throttle({ burst, every }: RateLimit, { now = Date.now, maxKeys = 50_000 } = {}): Throttle {
  const fullAt = new Map<string, number>()
  return {
    take(key) {
      if (burst === Number.POSITIVE_INFINITY) return
      const time = now()
      const full = Math.max(fullAt.get(key) ?? 0, time)
      const wait = full + every - burst * every - time
      if (wait > 0) throw Refusal.tooMany(wait, `Too many attempts. Try again in ${durationText(wait)}.`)
      fullAt.delete(key)
      if (fullAt.size >= maxKeys) fullAt.delete(fullAt.keys().next().value as string)
      fullAt.set(key, full + every)
    },
    giveBack(key) {
      const full = fullAt.get(key)
      if (full !== undefined) fullAt.set(key, full - every)
    },
  }
}

/** The key of a network address in rate limits. IPv6 addresses of one /64 count as one: a subscriber has all of them. */
export function addressKey(address: string): string {
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
