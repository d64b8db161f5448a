import type { Range } from '../history/target.ts'

/** Normalizes a string for search: without case, accents and surrounding white space. */
export function folded(text: string): string {
  return fold(text).text.trim()
}

/** Finds a folded query in a text: at its start, else at the start of a word, else anywhere. Takes linear time. */
export function placeIn(text: string, query: string): (Range & { at: 'start' | 'word' | 'inside' }) | undefined {
  if (query === '') return undefined
  const { text: foldedText, origins, starts } = fold(text)
  const inside = foldedText.indexOf(query)
  if (inside < 0) return undefined
  const begun = starts.indexOf(withStarts(query))
  const found = begun < 0 ? inside : begun - starts.slice(0, begun).replace(/[^\0]/g, '').length
  const at = found === 0 ? 'start' : begun < 0 ? 'inside' : 'word'
  // A trailing combining accent belongs to the last letter.
  return { start: origins[found] as number, end: origins[found + query.length] ?? text.length, at }
}

interface Folded {
  text: string
  /** The offset in the original of each UTF-16 unit of `text`. */
  origins: readonly number[]
  /** The text with a mark before each place where a word may begin. */
  starts: string
}

/** A cache of folded names, because a list is searched again at each keystroke; its limit is in UTF-16 units. */
const known = new Map<string, Folded>()
const mostKnown = 200_000
let units = 0

function fold(text: string): Folded {
  const before = known.get(text)
  if (before) return before
  let foldedText = ''
  const origins: number[] = []
  let from = 0
  for (const letter of text) {
    const bare = letter < '\x80' ? letter.toLowerCase() : letter.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (let unit = 0; unit < bare.length; unit++) origins.push(from)
    foldedText += bare
    from += letter.length
  }
  const made = { text: foldedText, origins, starts: withStarts(foldedText) }
  known.set(text, made)
  units += text.length
  for (const oldest of known.keys()) {
    if (units <= mostKnown) break
    known.delete(oldest)
    units -= oldest.length
  }
  return made
}

const withStarts = (text: string): string => `\0${text.replace(/[^\p{L}\p{N}]/gu, '$&\0')}`
