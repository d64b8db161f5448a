// Chooses what a search shows of a message: the text that has the words, from shortly before the first of them.

import type { Range } from '@waypost/client'
import { plainText } from '@waypost/client/words/blocks'
import { marksOf, type Push, type SearchQuery } from '@waypost/protocol'
import { lastLineOf } from '../../format/last-line.ts'
import { fileWordsOf } from '../../format/voice-message.ts'

/** A line of a message, with the places to mark in UTF-16 units. */
export interface Snippet {
  text: string
  marks: readonly Range[]
}

/** The length before the first mark, and in all, in UTF-16 units. */
const lead = 30
const drawn = 200
/** Of longer texts only so much is looked at. */
const looksAt = 50_000

/** The line that a result shows. Without marks, as for a filter alone, it is the one that lists show. */
export function snippetOf(push: Push, query: SearchQuery): Snippet {
  const body = push.body?.slice(0, looksAt)
  const texts = [push.title, body === undefined ? undefined : plainText(body), fileWordsOf(push), push.url, body]
  for (const text of texts) {
    const snippet = text ? snippetIn(text, query) : undefined
    if (snippet) return snippet
  }
  return { text: lastLineOf(push).words, marks: [] }
}

/** The line of a text that has the words; undefined if none of them is in it. */
export function snippetIn(text: string, query: SearchQuery): Snippet | undefined {
  const marks = marksOf(query, text)
  return marks.length > 0 ? cut(text, marks) : undefined
}

/** Words around a name, with the places to mark in the name. */
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
    // One line: each blank takes the place of one, so the marks stay where they are.
    text: before + line.replace(/\s/g, ' ') + (end < text.length ? '…' : ''),
    marks: shown.map(({ start, end }) => ({ start: start + before.length, end: end + before.length })),
  }
}

/** Where a word begins, at most `lead` before a place. */
function beginningNear(text: string, place: number): number {
  const blank = /\s/.exec(text.slice(place - lead, place))
  const from = blank ? place - lead + blank.index + 1 : place
  return from
}
