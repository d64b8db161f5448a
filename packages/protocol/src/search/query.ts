import { type Phrase, placesOf } from './places.ts'
import { isTag } from './tag.ts'
import { hasTag } from './tags.ts'
import { askedTerms, cutWords, type Word, wordsOf } from './terms.ts'

/** Kinds of content that a push can be required to have. */
export type ContentKind = 'link' | 'file' | 'image' | 'list'

export interface SearchQuery {
  all: Phrase[]
  none: Phrase[]
  /** Prefixes of tags, all of which must match; their words are also in `all`. */
  tags: string[]
  /** People and conversations as typed; several values of one filter are alternatives. */
  from: string[]
  to: string[]
  in: string[]
  /** All of these must be present. */
  has: ContentKind[]
  hasNot: ContentKind[]
  /** Not earlier than this, in seconds since 1970. */
  after?: number
  /** Earlier than this, in seconds since 1970. */
  before?: number
  /** The query exceeded `queryLimits`: the rest was dropped. */
  isCut?: true
}

/**
 * The limits of one query: UTF-16 units; words and phrases, including excluded ones; words of all phrases and names; values of one filter.
 * The rest is dropped.
 */
export const queryLimits = { length: 1_000, phrases: 20, words: 100, values: 10 }

/** Explains the limits to users. */
export const queryLimitsSentence = `A search takes at most ${queryLimits.length} characters, ${queryLimits.phrases} words and phrases of ${queryLimits.words} words in all, and ${queryLimits.values} of each filter.`

const contentKinds = new Map<string, ContentKind>([
  ['link', 'link'],
  ['file', 'file'],
  ['image', 'image'],
  ['picture', 'image'],
  ['photo', 'image'],
  ['list', 'list'],
])

const quotes = '"\\u201c\\u201d\\u201e\\u201f\\u00ab\\u00bb\\uff02'
/** All sticky. An unclosed quote extends to the end. */
const space = /\s+/y
const excluded = /-(?![-\s]|$)/y
const filterName = /(from|to|in|has|before|after|on):/iy
const quoted = new RegExp(`[${quotes}]([^${quotes}]*)([${quotes}]|$)`, 'y')
const word = /\S+/y

/**
 * Reads a query. Never throws; a filter that is unknown or has a value that means nothing is read as ordinary words.
 *
 * - `word`: a word that begins like this. `ann@example.org` is three consecutive words.
 * - `#word`: a tag that begins like this.
 * - `"some words"`: exactly these words in this order. Quotes count only where a word begins.
 * - `-word`, `-"some words"`, `-has:link`: without these. Excluded words are whole words.
 * - What a script writes without spaces, and Korean, is found within words, also in quotes and excluded.
 * - `from:`, `to:`, `in:`: a person or conversation, in quotes if it contains spaces.
 * - `has:`: `link`, `file`, `image` (or `picture`, `photo`) or `list`, also in the plural.
 * - `on:`, `after:`, `before:`: within, later than the end of, or earlier than the start of a year, month or day (`2025`, `2025-03`,
 *   `2025-03-14`, `today`, `yesterday`). Several of them must all be true.
 *
 * `now.at` is in milliseconds since 1970. Days begin at midnight local time, which is `now.zone` minutes ahead of UTC.
 */
export function readQuery(text: string, now: { at: number; zone: number }): SearchQuery {
  const query: SearchQuery = { all: [], none: [], tags: [], from: [], to: [], in: [], has: [], hasNot: [] }
  const input = text.slice(0, queryLimits.length)
  if (input.length < text.length) query.isCut = true
  let at = 0
  /** Advances past the match of a sticky pattern. */
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(input)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  while (at < input.length) {
    if (take(space) !== null) continue
    const exclude = take(excluded) !== null
    const start = at
    const name = take(filterName)?.[1]?.toLowerCase()
    if (name !== undefined) {
      const value = take(quoted)?.[1] ?? take(word)?.[0] ?? ''
      if (addFilter(query, exclude, name, value.trim(), now)) continue
      at = start
    }
    const quote = take(quoted)
    const words = quote?.[1] ?? take(word)?.[0] ?? ''
    addPhrase(query, exclude, words, quote === null || quote[2] === '')
    if (!exclude && quote === null && words.startsWith('#') && isTag(words.slice(1))) addValue(query, query.tags, words.slice(1))
  }
  return query
}

/** The typed text, cut where a query reaches `queryLimits`: a server refuses more. */
export function withinLimits(text: string): string {
  const fits = (length: number) => readQuery(text.slice(0, length), { at: 0, zone: 0 }).isCut === undefined
  if (fits(text.length)) return text
  let [least, most] = [0, Math.min(text.length, queryLimits.length + 1)]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle
  }
  return text.slice(0, least)
}

/** Whether a query has no conditions, so there is nothing to search for. */
export function isEmpty(query: SearchQuery): boolean {
  const { all, none, tags, from, to, in: within, has, hasNot, after, before } = query
  return (
    [all, none, tags, from, to, within, has, hasNot].every((list) => list.length === 0) &&
    after === undefined &&
    before === undefined
  )
}

/** Whether a push has the tags that a query asks for. */
export const hasTags = ({ tags }: Pick<SearchQuery, 'tags'>, push: Parameters<typeof hasTag>[0]): boolean =>
  tags.every((tag) => hasTag(push, tag, true))

/**
 * Whether a text of several fields matches the phrases of a query: each of `all` lies within one of the fields, and none of `none` does.
 * Every index must agree with this.
 */
export function matches(query: Pick<SearchQuery, 'all' | 'none'>, fields: readonly string[]): boolean {
  const steps = matching(query, fields)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same check in steps of about a millisecond at most. */
export function* matching(query: Pick<SearchQuery, 'all' | 'none'>, fields: readonly string[]): Generator<undefined, boolean> {
  const missing = new Set(query.all)
  for (const field of fields) {
    const words: Word[] = []
    yield* cutWords(field, words)
    for (const [index, phrase] of [...query.none, ...missing].entries()) {
      if (words.length * index > wordsOfStep) yield
      if (placesOf(phrase, words, 1).length === 0) continue
      if (!missing.delete(phrase)) return false
    }
  }
  return missing.size === 0
}

const wordsOfStep = 10_000

/**
 * The parts of a text to highlight for a query, in order and without overlap, in UTF-16 units: every occurrence of a phrase of `all`, from
 * the start of its first word to the end of its last.
 */
export function marksOf(query: Pick<SearchQuery, 'all'>, text: string): { start: number; end: number }[] {
  const words = wordsOf(text)
  /** The end of the longest phrase that begins at each word. */
  const ends: number[] = []
  for (const phrase of query.all)
    for (const at of placesOf(phrase, words)) ends[at] = Math.max(ends[at] ?? 0, words[at + phrase.terms.length - 1]?.end ?? 0)
  const marks: { start: number; end: number }[] = []
  for (const [at, { start }] of words.entries()) {
    const end = ends[at]
    if (end === undefined) continue
    const last = marks.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else marks.push({ start, end })
  }
  return marks
}

function addPhrase(query: SearchQuery, exclude: boolean, words: string, prefix: boolean) {
  const { terms: all, goesOn } = askedTerms(words)
  const list = exclude ? query.none : query.all
  const key = all.join(' ')
  const isPrefix = (prefix && !exclude) || goesOn
  if (all.length === 0 || list.some((other) => other.prefix === isPrefix && other.terms.join(' ') === key)) return
  const left = query.all.length + query.none.length < queryLimits.phrases ? queryLimits.words - countWords(query) : 0
  const terms = all.slice(0, Math.max(0, left))
  if (terms.length < all.length) query.isCut = true
  if (terms.length > 0) list.push({ terms, prefix: isPrefix && terms.length === all.length })
}

function countWords({ all, none, from, to, in: within }: SearchQuery): number {
  const names = [...from, ...to, ...within].reduce((sum, name) => sum + wordsOf(name).length, 0)
  return [...all, ...none].reduce((sum, { terms }) => sum + terms.length, names)
}

/** Returns false if there is no such filter. */
function addFilter(
  query: SearchQuery,
  exclude: boolean,
  name: string,
  value: string,
  now: { at: number; zone: number },
): boolean {
  if (name === 'has') {
    const kind = contentKinds.get(value.toLowerCase().replace(/s$/, ''))
    if (kind === undefined) return false
    addValue(query, exclude ? query.hasNot : query.has, kind)
    return true
  }
  if (exclude) return false
  if (name === 'from' || name === 'to' || name === 'in') {
    // Databases refuse such text, and no name contains it.
    if (value === '' || value.includes('\0') || !value.isWellFormed()) return false
    if (wordsOf(value).length > queryLimits.words - countWords(query)) query.isCut = true
    else addValue(query, query[name], value)
    return true
  }
  const range = readDate(value.toLowerCase(), now)
  if (range === undefined) return false
  const [first, end] = range
  if (name !== 'before') query.after = Math.max(query.after ?? Number.NEGATIVE_INFINITY, name === 'on' ? first : end)
  if (name !== 'after') query.before = Math.min(query.before ?? Number.POSITIVE_INFINITY, name === 'on' ? end : first)
  return true
}

function addValue<Value>(query: SearchQuery, list: Value[], value: Value) {
  if (list.includes(value)) return
  if (list.length < queryLimits.values) list.push(value)
  else query.isCut = true
}

/** The start and the end of a year, month or day in local time, in seconds since 1970. Undefined for an invalid date. */
function readDate(value: string, { at, zone }: { at: number; zone: number }): [number, number] | undefined {
  const seconds = (date: Date) => date.getTime() / 1_000 - zone * 60
  const ago = value === 'today' ? 0 : value === 'yesterday' ? 1 : undefined
  if (ago !== undefined) {
    const day = Math.floor((at + zone * 60_000) / 86_400_000) - ago
    return [day * 86_400 - zone * 60, (day + 1) * 86_400 - zone * 60]
  }
  const parts = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(value)
  if (parts === null) return
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if (year === undefined || year < 1) return
  const first = dateOf(year, month ?? 1, day ?? 1)
  // An impossible date overflows into another one.
  if (first.getUTCMonth() + 1 !== (month ?? 1) || first.getUTCDate() !== (day ?? 1)) return
  const end =
    month === undefined ? dateOf(year + 1, 1, 1) : day === undefined ? dateOf(year, month + 1, 1) : dateOf(year, month, day + 1)
  return [seconds(first), seconds(end)]
}

/** `Date.UTC` maps years below 100 to the 20th century. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date
}
