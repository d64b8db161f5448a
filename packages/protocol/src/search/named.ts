// Decides whom and what the filters `from:`, `to:` and `in:` of a search name.

import { normalizeEmail } from '../wire/field.ts'
import { wordsOf } from './terms.ts'

/** Somebody or something with a name in a box. */
export interface Named {
  kind: 'person' | 'device' | 'channel' | 'client' | 'source'
  /** An email address in its normal form, or an iden. */
  key: string
  name: string | null
  /** Another name: the address as it is written, the tag, or the topic. */
  also: string | null
}

/** Whether a filter names the account itself. */
export const namesSelf = (asked: string): boolean => /^me$/i.test(asked)

/** The words of what something is called, as `isNamed` compares them: they are cut once, and compared often. */
export const callingOf = (text: string): string => ` ${[...new Set(wordsOf(text).map(({ term }) => term))].join(' ')}`

/** The words of a name that somebody asks for. */
export interface AskedName {
  email: string
  words: readonly string[]
}

export const askedName = (asked: string): AskedName => ({
  email: normalizeEmail(asked),
  words: [...new Set(wordsOf(asked).map(({ term }) => term))],
})

/**
 * Whether each word of a name begins a word of what something is called. An address is meant as a whole.
 * @param calling what cuts a text into words; one that remembers takes less
 */
export function isNamed({ kind, key, name, also }: Named, { email, words }: AskedName, calling = callingOf): boolean {
  if (kind === 'person' && key === email) return true
  if (words.length === 0) return false
  const own = calling(`${name ?? ''}\n${also ?? ''}`)
  return words.every((word) => own.includes(` ${word}`))
}
