import type { Word } from './terms.ts'

/** Consecutive words of one field. */
export interface Phrase {
  /** At least one term, as in `Word`. */
  terms: readonly string[]
  /** The last term matches every word that begins with it. */
  prefix: boolean
}

/**
 * The indexes of the words at which a phrase begins, in order, up to a limit. Takes linear time in the words of both, however repetitive,
 * by the Knuth-Morris-Pratt algorithm.
 */
export function placesOf({ terms, prefix }: Phrase, words: readonly Word[], most = Number.POSITIVE_INFINITY): number[] {
  const places: number[] = []
  if (terms.length === 0) return places
  const whole = prefix ? terms.slice(0, -1) : terms
  const begun = prefix ? terms[terms.length - 1] : undefined
  const fallbacks = fallbacksOf(whole)
  /** How many of the whole words precede this one. */
  let matched = 0
  for (let at = 0; at < words.length && places.length < most; at++) {
    const { term } = words[at] as Word
    if (begun !== undefined && matched === whole.length && term.startsWith(begun)) places.push(at - whole.length)
    if (whole.length === 0) continue
    while (matched > 0 && (matched === whole.length || whole[matched] !== term)) matched = fallbacks[matched - 1] as number
    if (whole[matched] === term) matched++
    if (begun === undefined && matched === whole.length) places.push(at + 1 - whole.length)
  }
  return places
}

/** For each prefix of a phrase, the length of its longest proper suffix that is also a prefix. */
function fallbacksOf(terms: readonly string[]): number[] {
  const fallbacks = [0]
  for (let at = 1, same = 0; at < terms.length; at++) {
    while (same > 0 && terms[at] !== terms[same]) same = fallbacks[same - 1] as number
    if (terms[at] === terms[same]) same++
    fallbacks.push(same)
  }
  return fallbacks
}
