import { hash } from 'node:crypto'
import type { Micros } from './change.ts'
import { digitOf, randomDigits } from './tokens.ts'

/** The iden of a new account: `uj`, seven digits that rise with time, and six random ones (35 bits). It is not a secret. */
export function accountIden(now = Date.now()): string {
  return `uj${risingDigits(now)}${randomDigits(6)}`
}

/**
 * Creates the iden of a new object: its owner's, `sj`, seven digits that rise with time (so that indexes stay compact) and eleven random
 * ones (65 bits, so that it can't be guessed). Base 62, URL-safe.
 */
export function objectIden(owner: string, now = Date.now()): string {
  return `${owner}sj${risingDigits(now)}${randomDigits(11)}`
}

/** The owner of an object, from its iden. */
export const ownerOfIden = (iden: string): string => iden.slice(0, -20)

let latest = 0

/**
 * An iden by which new objects are sorted: higher than all earlier ones of this process. Its time runs ahead beyond a thousand per second.
 */
export function risingIden(owner: string): string {
  latest = Math.max(Date.now(), latest + 1)
  return objectIden(owner, latest)
}

/** An iden like a new object's, but always the same for an owner, a time and a key, which is secret. */
export function derivedIden(owner: string, now: Micros, key: string): string {
  // Bytes of 248 and above would favour some digits; a digest has twice as many bytes as needed.
  const bytes = hash('sha256', `${key} ${owner}`, 'buffer')
  let last = ''
  for (let place = 0; last.length < 11 && place < bytes.length; place++) {
    const byte = bytes[place] as number
    if (byte < 248) last += digitOf(byte)
  }
  return `${owner}sj${risingDigits(Math.floor(now))}${last}`
}

/** Milliseconds since 1970 in seven digits, which last until 2081. */
function risingDigits(now: Micros): string {
  let rest = now
  let written = ''
  for (let place = 0; place < 7; place++) {
    written = digitOf(rest) + written
    rest = Math.floor(rest / 62)
  }
  return written
}
