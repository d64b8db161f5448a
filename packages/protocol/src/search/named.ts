// Decides whom and what the filters `from:`, `to:` and `in:` of a search name.

import { normalizeEmail } from '../wire/field.ts'
import { wordsOf } from './terms.ts'

/** Somebody or something with a name in a box. */
export interface Named {
  kind: 'person' | 'device' | 'channel' | 'client'
  /** An email address in its normal form, or an iden. */
  key: string
  name: string | null
  /** Another name: the address as it is written, or the tag. */
  also: string | null
}

/** Whether a filter names the account itself. */
export const namesSelf = (asked: string): boolean => /^me$/i.test(asked)

/** Whether each word of a name begins a word of what something is called. An address is meant as a whole. */
export function isNamed({ kind, key, name, also }: Named, asked: string): boolean {
  if (kind === 'person' && key === normalizeEmail(asked)) return true
  const words = wordsOf(asked).map(({ term }) => term)
  const own = [name, also].flatMap((text) => wordsOf(text ?? '')).map(({ term }) => term)
  return words.length > 0 && words.every((word) => own.some((term) => term.startsWith(word)))
}
