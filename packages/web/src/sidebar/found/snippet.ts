// Chooses the excerpt of a message in search results: the text containing the words, from shortly before the first of them.

import type { Range } from '@waypost/client'
import { plainText } from '@waypost/client/words/blocks'
import { marksOf, type Push, type SearchQuery } from '@waypost/protocol'
import { lastLineOf } from '../../format/last-line.ts'
import { fileWordsOf } from '../../format/voice-message.ts'

/** A line of a message, with the ranges to highlight in UTF-16 units. */
export interface Snippet {
  text: string
  marks: readonly Range[]
}

/** In UTF-16 units: before the first highlight, and in total. */
const lead = 30
const drawn = 200
/** How much of a longer text is searched, in UTF-16 units. */
const looksAt = 50_000

/** The line for a search result. Without matches, e.g. for a filter alone, it is the same line as in lists. */
export function snippetOf(push: Push, query: SearchQuery): Snippet {
  const body = push.body?.slice(0, looksAt)
  const texts = [push.title, body === undefined ? undefined : plainText(body), fileWordsOf(push), push.url, body]
  for (const text of texts) {
    const snippet = text ? snippetIn(text, query) : undefined
    if (snippet) return snippet
  }
  return { text: lastLineOf(push).words, marks: [] }
}

/** The line of a text with the words; undefined if it contains none of them. */
export function snippetIn(text: string, query: SearchQuery): Snippet | undefined {
  const marks = marksOf(query, text)
  return marks.length > 0 ? cut(text, marks) : undefined
}

/** Words around a name, with the ranges to highlight in the name. */
export function nameMarked(words: string, name: string, query: SearchQuery): Snippet {
  const at = words.indexOf(name)
  return { text: words, marks: marksOf(query, name).map(({ start, end }) => ({ start: at + start, end: at + end })) }
}

function cut(text: string, marks: readonly Range[]): Snippet {
  const first = marks[0]?.start ?? 0
  const from = first <= lead ? 0 : beginningNear(text, first)
  const before = from === 0 ? '' : '…'
  const line = text.slice(from, from + drawn)
  const end = from + line.length
  const shown = marks.filter((mark) => mark.end <= end).map(({ start, end }) => ({ start: start - from, end: end - from }))
  return {
    // Joined into one line: each whitespace character becomes one space, so the ranges stay correct.
    text: before + line.replace(/\s/g, ' ') + (end < text.length ? '…' : ''),
    marks: shown.map(({ start, end }) => ({ start: start + before.length, end: end + before.length })),
  }
}

/** The start of a word, at most `lead` before a position. */
function beginningNear(text: string, place: number): number {
  const blank = /\s/.exec(text.slice(place - lead, place))
  const from = blank ? place - lead + blank.index + 1 : place
  return from
}
