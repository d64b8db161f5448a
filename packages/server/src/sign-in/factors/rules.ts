import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../../tokens.ts'

export const recoveryCodesPerAccount = 10

/** How long an authenticator app shows a code, in seconds. Apps assume this, 6 digits and SHA-1 whatever the URI says. */
const period = 30
const digits = 6
/** Codes of the previous and next step are accepted too, because clocks differ. */
const window = 1

/** A new secret in Base32: 160 bits, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

const generatorOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Waypost', label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period })

/** The URI that an authenticator app reads from a QR code. */
export const uriOf = (secret: string, email: string): string => generatorOf(secret, email).toString()

/** The time step of a code; undefined unless it is the current, previous or next one. */
export function stepOf(secret: string, code: string, milliseconds: number): number | undefined {
  if (!isAppCode(code)) return undefined
  const delta = generatorOf(secret).validate({ token: code, timestamp: milliseconds, window })
  return delta === null ? undefined : Math.floor(milliseconds / 1_000 / period) + delta
}

const isAppCode = (code: string) => code.length === digits && /^\d+$/.test(code)

/** The letters of recovery codes (Crockford's Base32), which exclude look-alikes. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const lettersPerGroup = 4

/** Generates ten recovery codes of 60 bits each, in the format that the owner writes down: `7K3M-0QXA-9TRE`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < recoveryCodesPerAccount) {
    const group = () => Array.from({ length: lettersPerGroup }, () => letters.charAt(randomInt(letters.length))).join('')
    codes.add(Array.from({ length: groups }, group).join('-'))
  }
  return [...codes]
}

/** A typed code without the characters that people add or confuse. */
export function readCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return isAppCode(code) ? code : code.replaceAll('O', '0').replace(/[IL]/g, '1')
}

/** The stored form of a recovery code. It is random enough for a fast hash; the account makes equal codes of two accounts differ. */
export const hashOfRecoveryCode = (account: string, typed: string): string => hashToken(`${account} ${readCode(typed)}`)
