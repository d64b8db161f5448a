// Finds the pushes of a box that a search asks for.

import { setImmediate } from 'node:timers/promises'
import { isEmpty, limits, matches, type Phrase, readQuery, type SearchQuery } from '@waypost/protocol'
import { fromSeconds } from '../../change.ts'
import type { Reader } from '../../db/db.ts'
import { fittingRows, lengthOf, readCursor, writeCursor } from '../../db/pages.ts'
import type { PushRow } from '../row.ts'
import { long } from '../rows.ts'
import { openIndexReader } from './index-reader.ts'
import { termsOfNames } from './names.ts'
import { indexedTo, latestChanged, namedIn } from './rows.ts'
import { fits, type Term, type TermQuery, termOfMark, termsOf, textsOf } from './terms.ts'

interface Search {
  /** As it was typed. */
  q: string
  limit: number
  cursor?: string | undefined
  /** Minutes that the clock of the one who asks is ahead of UTC: days begin there. */
  zone: number
}

interface Found {
  rows: PushRow[]
  cursor?: string
  /** There are older changes that neither the index has nor this search has read. */
  isBehind?: true
}

/** What a query asks for: of the words, and of the terms that the index has; and the stamps between which a push was created. */
interface Wanted {
  query: SearchQuery
  terms: TermQuery
  from: number
  before: number
}

/** Slices of the index that one call reads at most. Where the words of a phrase are rarely side by side, a page may have few results. */
const mostReads = 20
/** Latest changes that are read at a time. */
const slice = 50
/** Of the latest changes, which are not in the index yet, one call reads so many, and no more than so many characters of them. */
const mostLatest = { pushes: 1_000, characters: 1_000_000 }
/** Terms that the index looks for. A long phrase may have more: it is checked in the pushes that have these. */
const mostTerms = 64

/**
 * A page of the active pushes of a box that a query finds, the most recently created first. Like every page it ends at `limits.pageBytes`.
 * @throws Refusal `invalid_cursor`
 */
export async function findPushes(reader: Reader, owner: string, { q, limit, cursor, zone }: Search): Promise<Found> {
  const query = readQuery(q, { at: Date.now(), zone })
  const from = query.after === undefined ? 0 : fromSeconds(query.after)
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor)
  if (query.before !== undefined) before = Math.min(before, fromSeconds(query.before))
  const terms = await termsOfQuery(reader, owner, query)
  if (!terms) return { rows: [] }
  const wanted = { query, terms, from, before }
  const indexed = await indexedTo(reader, owner)
  const old = await findOld(reader, owner, wanted, indexed, limit)
  // Last: what changes meanwhile is among these and counts as it is now.
  const latest = await findLatest(reader, owner, wanted, indexed)
  const rows = [
    ...old.rows.filter(({ iden }) => !latest.idens.has(iden)),
    ...latest.rows.filter(({ created }) => created >= old.reached),
  ].sort((a, b) => b.created - a.created)
  const page = fittingRows(rows.slice(0, limit), long)
  const next = page.length < rows.length ? (page.at(-1) as PushRow).created : old.reached
  return { rows: page, ...(next > 0 && { cursor: writeCursor(next) }), ...(latest.isBehind && { isBehind: true }) }
}

/** What the index finds among pushes that have not changed since, and how far back it was read: 0 for all of it. */
async function findOld(reader: Reader, owner: string, wanted: Wanted, indexed: number, limit: number) {
  const { query, terms, from, before } = wanted
  const rows: PushRow[] = []
  let reached = before
  const readBack = await openIndexReader(reader, owner, terms, { from, indexed })
  // One row more than the page tells whether there is a next one.
  for (let read = 0; reached > 0 && rows.length <= limit && read < mostReads && lengthsOf(rows) <= limits.pageBytes; read++) {
    const found = await readBack(reached)
    rows.push(...found.rows.filter((row) => hasWords(row, query)))
    reached = found.reached
  }
  return { rows, reached }
}

/** Reads what has changed since the index was written, the latest changes first. */
async function findLatest(reader: Reader, owner: string, { query, terms, from, before }: Wanted, indexed: number) {
  const rows: PushRow[] = []
  const idens = new Set<string>()
  let characters = 0
  let reached = Number.MAX_SAFE_INTEGER
  while (idens.size < mostLatest.pushes && characters < mostLatest.characters) {
    const some = await latestChanged(reader, owner, { after: indexed, before: reached, limit: slice })
    for (const row of some) {
      idens.add(row.iden)
      characters += textsOf(row).reduce((sum, text) => sum + text.length, 0)
      if (row.active !== 1 || row.deleted_by_sender === 1 || row.created < from || row.created >= before) continue
      if (fits(termsOf(row), terms) && hasWords(row, query)) rows.push(row)
    }
    if (some.length < slice) return { rows, idens, isBehind: false }
    reached = some.at(-1)?.modified ?? reached
    // Others are answered between long texts.
    await setImmediate()
  }
  return { rows, idens, isBehind: true }
}

/** Checks what the index does not know: which words stand side by side. */
function hasWords(row: PushRow, query: SearchQuery): boolean {
  const isKnown = [...query.all, ...query.none].every((phrase) => phrase.terms.length === 1)
  return isKnown || matches(query, textsOf(row))
}

/** What the index decides of a query; undefined if nothing can be found: no query, or a name that nobody has. */
async function termsOfQuery(reader: Reader, owner: string, query: SearchQuery): Promise<TermQuery | undefined> {
  if (isEmpty(query)) return undefined
  const filters = (['from', 'to', 'in'] as const).filter((filter) => query[filter].length > 0)
  const all = filters.length > 0 ? await namedIn(reader, owner) : []
  const named = filters.map((filter) => termsOfNames(filter, query[filter], all))
  if (named.some((terms) => terms.length === 0)) return undefined
  const words = new Map(query.all.flatMap(termsOfPhrase).map((word) => [`${word.term} ${word.begins}`, word]))
  const wanted = [...[...words.values()].slice(0, mostTerms), ...query.has.map((what) => ({ term: termOfHas(what) }))]
  const groups = [...wanted.map((term) => [term]), ...named]
  return {
    groups: groups.length > 0 ? groups : [[{ term: termOfMark({ kind: 'any' }) }]],
    none: [
      // The index does not know which words stand side by side.
      ...query.none.flatMap(({ terms }) => (terms.length === 1 ? terms : [])),
      ...query.hasNot.map(termOfHas),
    ],
  }
}

const termOfHas = (what: SearchQuery['has'][number]) => termOfMark({ kind: 'has', what })

const termsOfPhrase = ({ terms, prefix }: Phrase): Term[] =>
  terms.map((term, index) => ({ term, ...(prefix && index === terms.length - 1 && { begins: true }) }))

const lengthsOf = (rows: readonly PushRow[]): number => rows.reduce((sum, row) => sum + lengthOf(row, long), 0)
