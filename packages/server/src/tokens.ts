import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

// Generates random secrets, and defines how they are stored and compared.

/** An access token: `o.` and 32 random digits (190 bits). */
export const accessToken = () => `o.${randomDigits(32)}`

/** The id or secret of an OAuth client, or a code that a device keeps: 32 random digits (190 bits). */
export const clientKey = () => randomDigits(32)

/** The secret in a file's URL, or in its upload URL: 32 random digits (190 bits). */
export const fileKey = () => randomDigits(32)

/** A secret that stays on the server: 22 random digits (131 bits). */
export const randomKey = () => randomDigits(22)

/** A code that people type: six digits. */
export const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Tokens are stored as the SHA-256 of their text. They are random enough to need no salt. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

/** Compares two hashes in constant time. */
export const sameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Base 62, in the order of ASCII. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const digitOf = (value: number) => digits.charAt(value % 62)

/** Uniformly distributed random characters of an alphabet. */
export function randomLetters(count: number, alphabet: string): string {
  return Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

const pool = { bytes: randomBytes(4_096), used: 0 }

/** Uniformly distributed random digits: bytes of 248 and above are skipped, because they would favour some digits. */
export function randomDigits(count: number): string {
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
