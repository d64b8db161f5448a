import type { Range } from './target.ts'

/** A text as a search reads it: without case, accents and outer white space. */
export function folded(text: string): string {
  return fold(text).text.trim()
}

/** Where a query that was folded stands in a text: at its start, else at the start of a word, else anywhere. */
export function placeIn(text: string, query: string): (Range & { at: 'start' | 'word' | 'inside' }) | undefined {
  if (query === '') return undefined
  const { text: plain, origins } = fold(text)
  let found = plain.indexOf(query)
  if (found < 0) return undefined
  for (let next = found; next >= 0; next = plain.indexOf(query, next + 1)) {
    if (!startsWord(plain, next)) continue
    found = next
    break
  }
  const at = found === 0 ? 'start' : startsWord(plain, found) ? 'word' : 'inside'
  // An accent that stood behind the last letter is part of it.
  return { start: origins[found] as number, end: origins[found + query.length] ?? text.length, at }
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
}

/** The folded text, and for each of its units the place in the original that it came from. */
function fold(text: string): { text: string; origins: number[] } {
  let plain = ''
  const origins: number[] = []
  let from = 0
  for (const letter of text) {
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (let unit = 0; unit < bare.length; unit++) origins.push(from)
    plain += bare
    from += letter.length
  }
  return { text: plain, origins }
}
