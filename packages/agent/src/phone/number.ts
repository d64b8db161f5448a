/** The least and the most digits of a number that can be written to; short numbers of services have as few as two (E.164 ends at 15). */
const digits = { least: 2, most: 15 }
/** Two spellings of one number have at least this many last digits in common. */
const telling = 7

/**
 * A phone number without what people put in for the eye: `+49 (0)171/555-0100` is `+491715550100`. A leading `00` is the international
 * `+`; with `country`, e.g. `+49`, so is the trunk's `0`.
 * @returns undefined when it is no number that a text could be sent to
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

/** What a message's sender or recipient is compared by: the number, or the name that a service sends under. */
export function addressKey(address: string, country?: string): string {
  return readNumber(address, country) ?? address.normalize('NFKC').trim().toLowerCase()
}

/**
 * Whether two keys mean the same person. One may have the country's code and the other the trunk's `0`, so what counts then are the last
 * digits, as on a phone.
 */
export function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  if (!isNumber(one) || !isNumber(other) || (one.startsWith('+') && other.startsWith('+'))) return false
  const [short = '', long = ''] = [one, other].map(national).sort((a, b) => a.length - b.length)
  return short.length >= telling && long.endsWith(short)
}

const isNumber = (key: string) => /^\+?\d+$/.test(key)
const national = (key: string) => key.replace(/^\+?0*/, '')
