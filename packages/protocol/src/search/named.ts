// Resolves the names in the filters `from:`, `to:` and `in:` of a search.

import { normalizeEmail } from '../wire/field.ts'
import { wordsOf } from './terms.ts'

/** A person or thing with a name in a box. */
export interface Named {
  kind: 'person' | 'device' | 'channel' | 'client' | 'source'
  /** A normalized email address, or an iden. */
  key: string
  name: string | null
  /** Another name: the address as written, the tag, or the topic. */
  also: string | null
}

/** Whether a filter names the account itself. */
export const namesSelf = (asked: string): boolean => /^me$/i.test(asked)

/** The words of a name, as `isNamed` compares them: cut once, compared often. */
export const callingOf = (text: string): string => ` ${[...new Set(wordsOf(text).map(({ term }) => term))].join(' ')}`

/** The words of a name in a filter. */
export interface AskedName {
  email: string
  words: readonly string[]
}

export const askedName = (asked: string): AskedName => ({
  email: normalizeEmail(asked),
  words: [...new Set(wordsOf(asked).map(({ term }) => term))],
})

/**
 * Whether each word of a filter is a prefix of a word of the name. An address must match as a whole.
 * @param calling cuts a text into words; a caching one is faster
 */
export function isNamed({ kind, key, name, also }: Named, { email, words }: AskedName, calling = callingOf): boolean {
  if (kind === 'person' && key === email) return true
  if (words.length === 0) return false
  const own = calling(`${name ?? ''}\n${also ?? ''}`)
  return words.every((word) => own.includes(` ${word}`))
}
