import { limits, Refusal } from '@waypost/protocol'
import ipaddr from 'ipaddr.js'

/** How often something may be tried: `most` times at once, then once more every `every` milliseconds. */
export interface RateLimit {
  most: number
  every: number
}

/** How often people may try to get in. Each node counts for itself, so many nodes allow as many times as much. */
export interface RateLimits {
  /** Passwords tried from one network address, and for one account. */
  fromAddress: RateLimit
  forAccount: RateLimit
  /** Identities made at the built-in provider from one network address. */
  signUp: RateLimit
  /** Tokens and codes brought to be exchanged from one network address. */
  exchange: RateLimit
  /** Sign-ins of machines without a browser begun from one network address. */
  deviceSignIn: RateLimit
  /** How often one such machine may ask whether its code was typed. */
  devicePoll: RateLimit
  /** Codes typed that no machine shows, by one account and from one network address. */
  userCode: RateLimit
}

export const defaultRateLimits: RateLimits = {
  fromAddress: { most: 30, every: 10_000 },
  forAccount: { most: 10, every: 60_000 },
  signUp: { most: 20, every: 180_000 },
  exchange: { most: 60, every: 1_000 },
  deviceSignIn: { most: 30, every: 10_000 },
  devicePoll: { most: 2, every: limits.devicePollEvery },
  userCode: { most: 10, every: 30_000 },
}

const unlimited: RateLimit = { most: Number.POSITIVE_INFINITY, every: 0 }
export const noRateLimits: RateLimits = {
  fromAddress: unlimited,
  forAccount: unlimited,
  signUp: unlimited,
  exchange: unlimited,
  deviceSignIn: unlimited,
  devicePoll: unlimited,
  userCode: unlimited,
}
/** What is left of the limits when rate limits are off: passwords must not be guessed on any server. */
export const passwordRateLimits: RateLimits = { ...defaultRateLimits, signUp: unlimited, exchange: unlimited }

export interface Throttle {
  /** Counts one try. @throws Refusal `ratelimited`, with when to try again */
  take(key: string): void
  /** Takes a try back: it turned out to be a good one. */
  giveBack(key: string): void
}

/**
 * Counts tries by key, as a token bucket does. A key costs one number: the time at which its bucket is full again. Of more than `kept`
 * keys the ones tried longest ago are forgotten.
 */
export function throttle({ most, every }: RateLimit, { now = Date.now, kept = 50_000 } = {}): Throttle {
  const fullAt = new Map<string, number>()
  return {
    take(key) {
      if (most === Number.POSITIVE_INFINITY) return
      const time = now()
      const full = Math.max(fullAt.get(key) ?? 0, time)
      const wait = full + every - most * every - time
      if (wait > 0) throw Refusal.tooMany(wait, `Too many attempts. Try again in ${durationText(wait)}.`)
      fullAt.delete(key)
      if (fullAt.size >= kept) fullAt.delete(fullAt.keys().next().value as string)
      fullAt.set(key, full + every)
    },
    giveBack(key) {
      const full = fullAt.get(key)
      if (full !== undefined) fullAt.set(key, full - every)
    },
  }
}

/** What stands for a caller's network address. Whoever has one IPv6 address has all of its /64. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64)
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** A time to wait, as people say it. */
export function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
