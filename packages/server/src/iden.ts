import { hash, randomBytes } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The iden of a new account: `uj`, seven digits that rise with time, six random ones (35 bits). It names, it does not protect. */
export function accountIden(now = Date.now()): string {
  return `uj${risingDigits(now)}${randomDigits(6)}`
}

/**
 * The iden of a new object: its owner's, `sj`, seven digits that rise with time (so that indexes stay compact) and eleven random
 * ones (65 bits, so that it cannot be guessed). Base 62, URL-safe.
 */
export function objectIden(owner: string, now = Date.now()): string {
  return `${owner}sj${risingDigits(now)}${randomDigits(11)}`
}

/** Looks like the iden of an object, and is the same one each time for an owner, a time and a key, which is secret. */
export function derivedIden(owner: string, now: number, key: string): string {
  // The bytes that are left over favour no digit: a digest has twice as many as are needed.
  const bytes = hash('sha256', `${key} ${owner}`, 'buffer').filter((byte) => byte < 248)
  return `${owner}sj${risingDigits(Math.floor(now))}${Array.from(bytes.subarray(0, 11), digitOf).join('')}`
}

/** A secret that nobody is shown. */
export const randomKey = () => randomDigits(22)

/** An access token: `o.` and 32 random digits (190 bits). */
export function accessToken(): string {
  return `o.${randomDigits(32)}`
}

/** The id or the secret of an OAuth client: 32 random digits (190 bits). */
export function clientKey(): string {
  return randomDigits(32)
}

/** What makes the address of a file, or the one it is sent to, a secret: 32 random digits (190 bits). */
export function fileKey(): string {
  return randomDigits(32)
}

/** Milliseconds since 1970 in seven digits; they last until the year 2081. */
function risingDigits(now: number): string {
  let rest = now
  let written = ''
  for (let place = 0; place < 7; place++) {
    written = digits.charAt(rest % 62) + written
    rest = Math.floor(rest / 62)
  }
  return written
}

const digitOf = (byte: number) => digits.charAt(byte % 62)

const pool = { bytes: randomBytes(4_096), used: 0 }

/** Evenly spread random digits: bytes of 248 and above, which would favour some, are passed over. */
function randomDigits(count: number): string {
  let written = ''
  while (written.length < count) {
    if (pool.used === pool.bytes.length) {
      pool.bytes = randomBytes(4_096)
      pool.used = 0
    }
    const byte = pool.bytes[pool.used++] as number
    if (byte < 248) written += digitOf(byte)
  }
  return written
}
