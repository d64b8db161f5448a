import type { Range, Suggestion } from '@waypost/client'
import { folded, placeIn } from '@waypost/client/conversations/case-fold'
import type { PhonebookEntry } from '@waypost/protocol'

/** A person or number that an SMS can be sent to. */
export interface Recipient {
  key: string
  name: string
  /** The number or email address. */
  address: string
  /** The number with its kind; absent if the name is the address. */
  line?: string
  image_url?: string
  inName?: Range
}

const maxMatches = 20
const number = /^[+\d\s().\-/*#]+$/
const fewestDigits = 3

/** Whether an SMS can be sent to the typed text. */
export function looksLikeNumber(typed: string): boolean {
  return number.test(typed) && digitsOf(typed).length >= fewestDigits
}

/** A recipient without a name. */
export const byNumber = (typed: string): Recipient => ({ key: `tel:${typed.trim()}`, name: typed.trim(), address: typed.trim() })

/**
 * The recipients that match the typed text: phone book entries by name or number, then people known to the account (for phones that can
 * write to email addresses), then the number itself.
 */
export function findRecipients(
  typed: string,
  phonebook: readonly PhonebookEntry[],
  people: readonly Suggestion[],
  picked: readonly Recipient[],
): Recipient[] {
  const wanted = folded(typed)
  if (wanted === '') return []
  const digits = digitsOf(typed)
  const found: { rank: number; recipient: Recipient }[] = []
  for (const entry of phonebook) {
    const inName = placeIn(entry.name ?? '', wanted)
    const inNumber = number.test(typed) && digits !== '' && digitsOf(entry.phone).includes(digits)
    if (!inNumber && (!inName || inName.at === 'inside')) continue
    const recipient = inBook(entry)
    if (inName) recipient.inName = { start: inName.start, end: inName.end }
    found.push({ rank: inName?.at === 'start' ? 0 : 1, recipient })
  }
  found.sort((a, b) => a.rank - b.rank)
  const known = found.slice(0, maxMatches).map(({ recipient }) => recipient)
  for (const { key, name, email, image_url, inName } of people) {
    if (email === undefined) continue
    known.push({
      key,
      name,
      address: email,
      ...(email !== name && { line: email }),
      ...(image_url && { image_url }),
      ...(inName && { inName }),
    })
  }
  const exact = known.some(({ address }) => digits !== '' && digitsOf(address) === digits)
  if (looksLikeNumber(typed) && !exact) known.push(byNumber(typed))
  const taken = new Set(picked.map(({ key }) => key))
  return known.filter(({ key }, index) => !taken.has(key) && known.findIndex((each) => each.key === key) === index)
}

function inBook({ name, phone, phone_type }: PhonebookEntry): Recipient {
  const line = [phone, phone_type].filter(Boolean).join(' · ')
  return { key: `book:${phone}`, name: name || phone, address: phone, ...(name && { line }) }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')
