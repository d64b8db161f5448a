// Compares texts for search, without case and accents.

import type { Range } from './target.ts'

/** Normalizes a string for search: without case, accents and surrounding white space. */
export function folded(text: string): string {
  return fold(text).text.trim()
}

/** Finds a folded query in a text: at its start, else at the start of a word, else anywhere. */
export function placeIn(text: string, query: string): (Range & { at: 'start' | 'word' | 'inside' }) | undefined {
  if (query === '') return undefined
  const { text: foldedText, origins } = fold(text)
  let found = foldedText.indexOf(query)
  if (found < 0) return undefined
  for (let next = found; next >= 0; next = foldedText.indexOf(query, next + 1)) {
    if (!startsWord(foldedText, next)) continue
    found = next
    break
  }
  const at = found === 0 ? 'start' : startsWord(foldedText, found) ? 'word' : 'inside'
  // A combining accent after the last letter belongs to it.
  return { start: origins[found] as number, end: origins[found + query.length] ?? text.length, at }
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
}

/** The folded text, and for each of its UTF-16 units the offset in the original that it came from. */
function fold(text: string): { text: string; origins: number[] } {
  let foldedText = ''
  const origins: number[] = []
  let from = 0
  for (const letter of text) {
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (let unit = 0; unit < bare.length; unit++) origins.push(from)
    foldedText += bare
    from += letter.length
  }
  return { text: foldedText, origins }
}
