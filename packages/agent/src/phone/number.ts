import { SmsRefused } from './phone.ts'

/** The number of digits of a valid number. Services have as few as two; E.164 allows at most 15. */
const digits = { least: 2, most: 15 }
/** Two spellings of one number share at least this many trailing digits. */
const telling = 7

/**
 * Normalizes a phone number: `+49 (0)171/555-0100` becomes `+491715550100`. A leading `00` becomes `+`; if `country` is given, e.g. `+49`,
 * it replaces a leading `0`.
 * @returns undefined if it isn't a number for SMS
 */
export function readNumber(text: string, country?: string): string | undefined {
  const written = text.normalize('NFKC').trim().replace(/^tel:/i, '')
  const international = written.replace(/^00(?=[1-9])/, '+')
  const bare = (international.startsWith('+') ? international.replace('(0)', '') : international).replace(
    /[\s./()\-\u2010-\u2015]/g,
    '',
  )
  if (!/^\+?\d+$/.test(bare)) return undefined
  const count = bare.replace('+', '').length
  if (count < digits.least || count > digits.most) return undefined
  return country && /^0[1-9]\d{5}/.test(bare) ? country + bare.slice(1) : bare
}

/** The numbers to send a text to, each once. @throws SmsRefused when an address is not a phone number */
export function readNumbers(addresses: readonly string[], country?: string): string[] {
  const numbers = addresses.map((address) => {
    const number = readNumber(address, country)
    if (number === undefined) throw new SmsRefused(`"${address}" is not a phone number.`)
    return number
  })
  return [...new Set(numbers)]
}

/** The key to compare addresses by: the number, or the lower-case name of a service. */
export function addressKey(address: string, country?: string): string {
  return readNumber(address, country) ?? address.normalize('NFKC').trim().toLowerCase()
}

/**
 * Whether two keys are the same person. One may have a country code and the other a leading `0`; then the trailing digits are compared, as
 * phones do.
 */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  if (!isNumber(one) || !isNumber(other) || (one.startsWith('+') && other.startsWith('+'))) return false
  const [short = '', long = ''] = [one, other].map(national).sort((a, b) => a.length - b.length)
  return short.length >= telling && long.endsWith(short)
}

const isNumber = (key: string) => /^\+?\d+$/.test(key)
const national = (key: string) => key.replace(/^\+?0*/, '')
