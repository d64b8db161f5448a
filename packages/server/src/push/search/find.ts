import { hasTags, isEmpty, matching, type Phrase, type SearchQuery } from '@waypost/protocol'
import { fromSeconds } from '../../change.ts'
import type { Reader } from '../../db/db.ts'
import { bytesPerPage, fittingRows, lengthOf, readCursor, writeCursor } from '../../db/pages.ts'
import type { ProcessorTime, Steps } from '../../processor/time.ts'
import { type PushRow, tagsOf } from '../row.ts'
import { long } from '../rows.ts'
import { openIndexReader } from './index-reader.ts'
import { isNarrow, type Narrowed, termsOfNarrowed } from './kinds.ts'
import { termsOfNames } from './names.ts'
import { changedSince, type FoundPush, findReminders, indexedTo, readPushes } from './rows.ts'
import { cutTerms, fitting, type Term, type TermQuery, termOfMark, textsOf } from './terms.ts'

interface Search {
  query: SearchQuery
  narrowed?: Narrowed
  limit: number
  cursor?: string | undefined
}

interface Found {
  rows: PushRow[]
  cursor?: string
  /** Whether there are older changes that neither the index nor this search has read. */
  isBehind?: true
  /** Whether the changes missing from the index are so long that they should be indexed. */
  isLong?: true
  /** Whether the time ran out before everything was compared: there may be more here, or later with the cursor. */
  isPartial?: true
}

interface Wanted {
  query: SearchQuery
  narrowed: Narrowed
  terms: TermQuery
  fits: ReturnType<typeof fitting>
  from: number
  before: number
}

/** The maximum slices of the index, and pushes, that one call reads. If a phrase is rarely adjacent, a page may be short. */
const mostReads = 40
const mostOld = 1_000
/** The maximum latest changes, not yet indexed, that one call compares. */
const mostLatest = 1_000
/** The bytes of such changes at which the indexer is notified. */
const longChanges = 200_000
/** Pushes whose texts are read at a time, and their approximate bytes. */
const texts = { pushes: 50, bytes: 200_000 }
/** Milliseconds that one push may take, so that all others are compared too, however long somebody has made it. */
const mostOfOne = 25
/** Shares of the remaining time: for the names in the query, then for the index. The rest is for the latest changes. */
const shares = { names: 0.4, old: 0.6 }
/** The maximum terms looked up in the index. A long phrase may have more: it is then checked in the pushes that contain these. */
const mostTerms = 64

/**
 * A page of a box's active pushes that match a query, most recently created first. Each page reaches further than the previous one, so
 * anyone who follows the cursors gets to the end.
 * @throws Refusal `invalid_cursor`
 */
export async function findPushes(
  reader: Reader,
  owner: string,
  { query, narrowed = {}, limit, cursor }: Search,
  time: ProcessorTime,
): Promise<Found> {
  const from = query.after === undefined ? 0 : fromSeconds(query.after)
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor)
  if (query.before !== undefined) before = Math.min(before, fromSeconds(query.before))
  const { terms, isPartial } = await termsOfQuery(reader, owner, query, narrowed, time.part(shares.names))
  if (!terms) return { rows: [], ...(isPartial && { isPartial }) }
  const wanted: Wanted = { query, narrowed, terms, fits: fitting(terms), from, before }
  if (narrowed.kind === 'reminders') return pageOf(await findReminding(reader, owner, wanted, limit, time), limit)
  const indexed = await indexedTo(reader, owner)
  const old = await findOld(reader, owner, wanted, indexed, limit, time.part(shares.old))
  // Last: pushes changed in the meantime are among these and count in their current state.
  const latest = await findLatest(reader, owner, { ...wanted, from: Math.max(from, old.reached) }, indexed, time)
  const reached = Math.max(old.reached, latest.reached)
  const rows = [...old.rows.filter(({ iden }) => !latest.idens.has(iden)), ...latest.rows]
    .filter(({ created }) => created >= reached)
    .sort((a, b) => b.created - a.created)
  return {
    ...pageOf({ rows, reached, isPartial: isPartial || old.isPartial || latest.isPartial }, limit),
    ...(latest.isBehind && { isBehind: true }),
    ...(latest.isLong && { isLong: true }),
  }
}

function pageOf({ rows, reached, isPartial }: Part, limit: number): Found {
  const page = fittingRows(rows.slice(0, limit), long)
  const next = page.length < rows.length ? (page.at(-1) as PushRow).created : reached
  return { rows: page, ...(next > 0 && { cursor: writeCursor(next) }), ...(isPartial && { isPartial: true }) }
}

/** Reads the pushes with a reminder, of which an account has few. */
async function findReminding(reader: Reader, owner: string, wanted: Wanted, limit: number, time: ProcessorTime): Promise<Part> {
  const decide = (row: PushRow) => isWanted(row, wanted)
  const found = await findReminders(reader, owner, wanted)
  const some = await compareSome(reader, owner, found, { decide, isFull: (rows) => rows.length > limit }, time)
  return { ...some, reached: some.reached ?? 0 }
}

/** The index's matches among pushes not changed since, and how far back it was read: 0 for all of it. */
async function findOld(
  reader: Reader,
  owner: string,
  wanted: Wanted,
  indexed: number,
  limit: number,
  time: ProcessorTime,
): Promise<Part> {
  const { terms, from, before } = wanted
  const part: Part = { rows: [], reached: before, isPartial: false }
  const readBack = await openIndexReader(reader, owner, terms, { from, indexed }, time)
  const compared = { read: 0, wanted: 0 }
  // One row beyond the page tells whether there is a next page.
  const isFull = () => part.rows.length > limit || lengthsOf(part.rows) > bytesPerPage
  for (let read = 0; part.reached > 0 && !isFull() && read < mostReads && compared.read < mostOld; read++) {
    const { found, reached, isWhole } = await readBack(part.reached, compared)
    const decide = (row: PushRow) => (isWhole ? hasPhrases(row, wanted) : isWanted(row, wanted))
    const some = await compareSome(
      reader,
      owner,
      found,
      { decide, isFull: (rows) => part.rows.length + rows.length > limit },
      time,
    )
    compared.read += found.length
    compared.wanted += some.rows.length
    part.rows.push(...some.rows)
    part.isPartial ||= some.isPartial
    part.reached = some.reached ?? reached
    if (part.reached > 0 && time.isOver && !isFull()) return { ...part, isPartial: true }
  }
  return part
}

async function findLatest(reader: Reader, owner: string, wanted: Wanted, indexed: number, time: ProcessorTime) {
  const all = await time.ask(() => changedSince(reader, owner, indexed, mostLatest + 1))
  const isBehind = all.length > mostLatest
  if (isBehind) all.pop()
  const within = all
    .filter(({ active, created }) => active === 1 && created >= wanted.from && created < wanted.before)
    .sort((a, b) => b.created - a.created)
  const decide = (row: PushRow) => isWanted(row, wanted)
  const some = await compareSome(reader, owner, within, { decide, isFull: () => false }, time)
  return {
    rows: some.rows,
    reached: some.reached ?? 0,
    isPartial: some.isPartial,
    idens: new Set(all.map(({ iden }) => iden)),
    isBehind,
    isLong: all.reduce((sum, { bytes }) => sum + bytes, 0) >= longChanges,
  }
}

/** The results of one part of the search, and the stamp down to which everything was compared. */
interface Part {
  rows: PushRow[]
  reached: number
  /** Whether some pushes were not compared. */
  isPartial: boolean
}

interface Comparing {
  decide: (row: PushRow) => Steps<boolean>
  isFull: (rows: readonly PushRow[]) => boolean
}

/**
 * Reads and compares the texts of pushes, most recently created first, until there are enough results or the time is over, but always at
 * least one. A push that takes too long by itself is skipped.
 * @returns `reached`: the stamp of the last one, if not all were compared
 */
async function compareSome(
  reader: Reader,
  owner: string,
  found: readonly FoundPush[],
  { decide, isFull }: Comparing,
  time: ProcessorTime,
): Promise<Omit<Part, 'reached'> & { reached?: number }> {
  const rows: PushRow[] = []
  let isPartial = false
  let reached: number | undefined
  for (let at = 0; at < found.length; ) {
    const some = beginningOf(found.slice(at))
    at += some.length
    for (const row of await time.ask(() =>
      readPushes(
        reader,
        owner,
        some.map(({ iden }) => iden),
      ),
    )) {
      if (row.deleted_by_sender === 1) continue
      const decided = await time.run(decide(row), mostOfOne)
      // The first one is skipped if it takes all of the time: the next call continues after it.
      if (!decided && reached !== undefined && time.isOver) return { rows, isPartial: true, reached }
      if (!decided) isPartial = true
      else if (decided.result) rows.push(row)
      reached = row.created
      if (isFull(rows)) return { rows, isPartial, reached }
      if (time.isOver && row.iden !== found.at(-1)?.iden) return { rows, isPartial: true, reached }
    }
  }
  return { rows, isPartial }
}

/** The first pushes whose texts are not too long together: at least one. */
function beginningOf(found: readonly FoundPush[]): readonly FoundPush[] {
  let bytes = 0
  const end = found.slice(0, texts.pushes).findIndex((push) => {
    bytes += push.bytes
    return bytes > texts.bytes
  })
  return found.slice(0, end === -1 ? texts.pushes : Math.max(1, end))
}

/** Decides as the index does, and also checks what it doesn't know: which words are adjacent. */
function* isWanted(row: PushRow, wanted: Wanted): Generator<undefined, boolean> {
  const own = yield* cutTerms(row)
  return wanted.fits(own) && (yield* hasPhrases(row, wanted))
}

function* hasPhrases(row: PushRow, { query, narrowed }: Wanted): Generator<undefined, boolean> {
  if (!isNarrow(row, narrowed) || !hasTags(query, { ...row, tags: tagsOf(row) })) return false
  const isKnown = query.all.every(({ terms }) => terms.length === 1) && query.none.every(isOneTerm)
  return isKnown || (yield* matching(query, textsOf(row)))
}

/** The part of a query that the index decides; undefined if nothing can be found: no query, or an unknown name. */
async function termsOfQuery(
  reader: Reader,
  owner: string,
  query: SearchQuery,
  narrowed: Narrowed,
  time: ProcessorTime,
): Promise<{ terms?: TermQuery; isPartial: boolean }> {
  if (isEmpty(query) && Object.values(narrowed).every((value) => value === undefined)) return { isPartial: false }
  const filters = (['from', 'to', 'in'] as const).filter((filter) => query[filter].length > 0)
  const { groups: named, isPartial } = await termsOfNames(
    reader,
    owner,
    filters.map((filter) => [filter, query[filter]]),
    time,
  )
  if (named.some((terms) => terms.length === 0)) return { isPartial }
  const words = new Map(query.all.flatMap(termsOfPhrase).map((word) => [`${word.term} ${word.begins}`, word]))
  const wanted = [...[...words.values()].slice(0, mostTerms), ...query.has.map((what) => ({ term: termOfHas(what) }))]
  const narrow = termsOfNarrowed(narrowed)
  const groups = [...wanted.map((term) => [term]), ...named, ...narrow.groups]
  const terms = {
    groups: groups.length > 0 ? groups : [[{ term: termOfMark({ kind: 'any' }) }]],
    none: [
      // The index doesn't know which words are adjacent, so it can only exclude single whole terms.
      ...query.none.flatMap((phrase) => (isOneTerm(phrase) ? phrase.terms : [])),
      ...query.hasNot.map(termOfHas),
      ...narrow.none,
    ],
  }
  return { terms, isPartial }
}

const isOneTerm = ({ terms, prefix }: Phrase): boolean => terms.length === 1 && !prefix

const termOfHas = (what: SearchQuery['has'][number]) => termOfMark({ kind: 'has', what })

const termsOfPhrase = ({ terms, prefix }: Phrase): Term[] =>
  terms.map((term, index) => ({ term, ...(prefix && index === terms.length - 1 && { begins: true }) }))

const lengthsOf = (rows: readonly PushRow[]): number => rows.reduce((sum, row) => sum + lengthOf(row, long), 0)
