// Reads backwards through the index's matches, so that each engine answers quickly, whether the words are rare or frequent.

import { performance } from 'node:perf_hooks'
import type { Reader } from '../../db/db.ts'
import type { ProcessorTime } from '../../processor/time.ts'
import {
  type Bounds,
  countGroups,
  countPages,
  type FoundPush,
  findAmongNewest,
  findIndexed,
  findRare,
  newestOf,
  termsBeginning,
} from './rows.ts'
import { type Term, type TermQuery, termOfMark } from './terms.ts'

/** The reads whose terms the caller has compared, and how many matched. */
interface Compared {
  read: number
  wanted: number
}

/**
 * Reads further back from a stamp; `reached` is how far it has looked, 0 if nothing is left. With `isWhole`, the index was asked for the
 * whole query; otherwise the terms of its matches must still be compared.
 */
type ReadBack = (before: number, compared: Compared) => Promise<{ found: FoundPush[]; reached: number; isWhole: boolean }>

const slice = 50

/** The maximum terms of a group that the index is asked for. A larger group, e.g. of a name shared by thousands, is compared. */
const mostInGroup = 200

const anything: TermQuery['groups'] = [[{ term: termOfMark({ kind: 'any' }) }]]
const orAnything = (groups: TermQuery['groups']) => (groups.length > 0 ? groups : anything)

/** Prepares to read the index's matches of a query in a box, most recently created first. */
export function openIndexReader(
  reader: Reader,
  owner: string,
  query: TermQuery,
  bounds: Omit<Bounds, 'before'>,
  time: ProcessorTime,
): Promise<ReadBack> {
  return (reader.engine === 'sqlite' ? onSqlite : onPostgres)(reader, owner, query, bounds, time)
}

/** If a smaller share of a wide query's matches is wanted, the query is narrowed, after this many pushes were read. */
const leastShare = 0.025
const fewest = 100

/**
 * FTS5 reads all pushes that match a prefix before it returns the first, but those of a whole term only on demand. So a prefix with few
 * terms is expanded. One with many terms is left out at first, since the newest pushes are likely to match it; if few do, it is soon
 * queried. A prefix that fills many pages of the index, as a stranger could cause, is never queried: pushes are then compared as far as
 * time permits.
 */
async function onSqlite(
  reader: Reader,
  owner: string,
  query: TermQuery,
  bounds: Omit<Bounds, 'before'>,
  time: ProcessorTime,
): Promise<ReadBack> {
  const groups = await spelledOut(reader, owner, query.groups, time)
  if (groups.some((group) => group.length === 0)) return async () => ({ found: [], reached: 0, isWhole: true })
  const { none } = query
  const asked = groups.filter((group) => group.length <= mostInGroup)
  const short = asked.filter((group) => !isLong(group))
  // Those with the longest prefixes match least.
  const long = asked.filter(isLong).sort((a, b) => shortest(b) - shortest(a))
  const isWhole = short.length === groups.length
  const wide = { groups: orAnything(short), none }
  let narrow: TermQuery | undefined
  const readWindow = windows(reader, owner, bounds, time)
  return async (before, { read, wanted }) => {
    if (long.length > 0 && read >= fewest && wanted < read * leastShare)
      narrow ??= { groups: orAnything([...short, ...(await ofFewPages(reader, owner, long, time))]), none }
    return { ...(await readWindow(narrow ?? wide, before)), isWhole }
  }
}

/** The maximum groups with prefixes of many terms that the index is asked for, and pages of 4 kB that it reads for one. */
const mostBeginnings = 3
const mostPages = 150

async function ofFewPages(
  reader: Reader,
  owner: string,
  groups: TermQuery['groups'],
  time: ProcessorTime,
): Promise<TermQuery['groups']> {
  const few: (readonly Term[])[] = []
  for (const group of groups.slice(0, mostBeginnings)) {
    let pages = 0
    for (const { term } of group) pages += await time.ask(() => countPages(reader, owner, term))
    if (pages <= mostPages) few.push(group)
  }
  return few
}

/**
 * How far back the index is queried at first, in microseconds, and the target duration of an answer, in milliseconds. If two frequent words
 * never share a push, FTS5 compares all pushes with either, so it is asked for a limited period, which grows as long as answers are quick.
 */
const firstWhile = 30 * 86_400_000_000
const goodAnswer = 4
const mostGrowth = 32

function windows(reader: Reader, owner: string, bounds: Omit<Bounds, 'before'>, time: ProcessorTime) {
  let microseconds = firstWhile
  return async (query: TermQuery, before: number): Promise<{ found: FoundPush[]; reached: number }> => {
    const isLazy = query.groups.length === 1 && query.none.length === 0
    const newest = Math.min(before, Date.now() * 1_000)
    const from = isLazy ? bounds.from : Math.max(bounds.from, Math.floor(newest - microseconds))
    let took = 0
    const found = await time.ask(() => {
      const began = performance.now()
      const answer = findIndexed(reader, owner, query, { ...bounds, from, before }, slice)
      took = performance.now() - began
      return answer
    })
    microseconds *= Math.min(mostGrowth, Math.max(1 / mostGrowth, goodAnswer / took))
    return { found, reached: reachedBy(found) || (from > bounds.from ? from : 0) }
  }
}

/**
 * The maximum terms into which a prefix is expanded. Looking one up takes 0.1 ms, and 3 ms after one that occurs in half a million pushes.
 */
const mostTerms = 16
const mostLookups = 64
/** Shorter prefixes have many terms. In scripts without spaces between words, two characters are nearly always a whole term. */
const fewestCharacters = (term: string): number => (term < '\u0e00' ? 3 : 2)

async function spelledOut(
  reader: Reader,
  owner: string,
  groups: TermQuery['groups'],
  time: ProcessorTime,
): Promise<(readonly Term[])[]> {
  let left = mostLookups
  async function wordsBeginning(term: string): Promise<string[] | undefined> {
    if (term.length < fewestCharacters(term) || left === 0 || time.isOver) return
    const words = await termsBeginning(reader, owner, term, Math.min(mostTerms, left), time)
    left -= words?.length ?? Math.min(mostTerms, left)
    return words
  }
  const spelled: (readonly Term[])[] = []
  for (const group of groups) {
    if (!isLong(group)) {
      spelled.push(group)
      continue
    }
    const terms: Term[] = []
    for (const { term, begins } of group) {
      const whole = begins ? await wordsBeginning(term) : [term]
      terms.push(...(whole?.map((each) => ({ term: each })) ?? [{ term, begins: true }]))
    }
    spelled.push(terms)
  }
  return spelled
}

const isLong = (group: readonly Term[]): boolean => group.some(({ begins }) => begins)
const shortest = (group: readonly Term[]): number => Math.min(...group.map(({ term }) => term.length))

/** Pushes whose terms PostgreSQL compares at once; how many must match for it to go on; how many make a term frequent. */
const newest = { compared: 1_000, wanted: 10, frequent: 50 }
/** How much further back than the compared pushes reach the index is queried at first. */
const wider = 8

/**
 * GIN returns results unordered, so all of them must be sorted, which takes long for frequent words. These are found by comparing the terms
 * of the newest pushes instead. GIN also collects all pushes of each term before it intersects them, so it is asked only for rare terms,
 * and at first only for a limited period: PostgreSQL reads a page for nearly every push that it finds.
 */
async function onPostgres(
  reader: Reader,
  owner: string,
  whole: TermQuery,
  bounds: Omit<Bounds, 'before'>,
  time: ProcessorTime,
): Promise<ReadBack> {
  const groups = whole.groups.filter((group) => group.length <= mostInGroup)
  const isWhole = groups.length === whole.groups.length
  const query = { groups: orAnything(groups), none: whole.none }
  let asked: { rare: TermQuery; microseconds: number } | undefined
  async function compare(before: number) {
    const compared = await newestOf(reader, owner, { ...bounds, before }, newest.compared)
    const from = compared?.from ?? bounds.from
    const found = await time.ask(() => findAmongNewest(reader, owner, query, { ...bounds, from, before }, slice))
    if (compared && found.length < newest.wanted) {
      const rare = await rareOf(reader, owner, query, { ...bounds, from, before })
      asked = { rare, microseconds: (compared.to - from) * wider }
    }
    return { found, reached: reachedBy(found) || (compared?.from ?? 0), isWhole }
  }
  return async (before) => {
    if (!asked) return compare(before)
    const from = Math.max(bounds.from, before - asked.microseconds)
    const soon = asked.microseconds < Number.POSITIVE_INFINITY
    const { rare } = asked
    const found = await time.ask(() => findRare(reader, owner, { query, rare, soon }, { ...bounds, from, before }, slice))
    if (found.length < slice) asked.microseconds = Number.POSITIVE_INFINITY
    return { found, reached: reachedBy(found) || (from > bounds.from ? from : 0), isWhole }
  }
}

/** The part of a query that few of the given pushes match; the whole query if every part is frequent. */
async function rareOf(reader: Reader, owner: string, { groups }: TermQuery, compared: Bounds): Promise<TermQuery> {
  if (groups.length === 1) return { groups, none: [] }
  const counts = await countGroups(reader, owner, groups, compared)
  const fewest = Math.min(...counts)
  const most = fewest > newest.frequent ? Number.POSITIVE_INFINITY : Math.max(newest.wanted, fewest)
  return { groups: groups.filter((_, index) => (counts[index] ?? 0) <= most), none: [] }
}

const reachedBy = (found: readonly FoundPush[]): number => (found.length < slice ? 0 : (found.at(-1)?.created ?? 0))
