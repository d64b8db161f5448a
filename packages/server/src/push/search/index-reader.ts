// Reads back through the pushes that the index finds, so that each engine answers soon, whether what is asked for is rare or frequent.

import type { Reader } from '../../db/db.ts'
import type { PushRow } from '../row.ts'
import { type Bounds, countGroups, findAmongNewest, findIndexed, findRare, newestOf, termsBeginning } from './rows.ts'
import { fits, type Term, type TermQuery, termOfMark, termsOf } from './terms.ts'

/** Reads on before a stamp; `reached` is how far back it has looked, 0 if nothing is left. */
type ReadBack = (before: number) => Promise<{ rows: PushRow[]; reached: number }>

/** Pushes that are read at a time. */
const slice = 50

/** Prepares to read what the index of a box has of a query, the most recently created first. */
export function openIndexReader(
  reader: Reader,
  owner: string,
  query: TermQuery,
  bounds: Omit<Bounds, 'before'>,
): Promise<ReadBack> {
  return (reader.engine === 'sqlite' ? onSqlite : onPostgres)(reader, owner, query, bounds)
}

/** Where a smaller share of what a wide query finds is wanted, it is narrowed: once so many pushes were read. */
const leastShare = 0.025
const fewest = 100

/**
 * FTS5 reads all pushes that a beginning of a word finds before it answers the first one, but those of a whole term only as far as it is
 * asked. So a beginning of few terms is spelled out. One of many terms is left out at first, as the newest pushes are likely to have it;
 * if few have it, it is soon read.
 */
async function onSqlite(reader: Reader, owner: string, query: TermQuery, bounds: Omit<Bounds, 'before'>): Promise<ReadBack> {
  const groups = await spelledOut(reader, owner, query.groups)
  if (groups.some((group) => group.length === 0)) return async () => ({ rows: [], reached: 0 })
  const { none } = query
  const short = groups.filter((group) => !isLong(group))
  // Those with the longest beginnings find least.
  const long = groups.filter(isLong).sort((a, b) => shortest(b) - shortest(a))
  const narrow = { groups: [...short, ...long.slice(0, mostBeginnings)], none }
  let asked = long.length === 0 ? narrow : { groups: short.length > 0 ? short : [[{ term: termOfMark({ kind: 'any' }) }]], none }
  let read = 0
  let wanted = 0
  return async (before) => {
    const found = await findIndexed(reader, owner, asked, { ...bounds, before }, slice)
    const rows = found.filter((row) => fits(termsOf(row), query))
    read += found.length
    wanted += rows.length
    if (read >= fewest && wanted < read * leastShare) asked = narrow
    return { rows, reached: reachedBy(found) }
  }
}

/** Terms that a beginning is spelled out as, at most. Looking one up takes 0.1 ms, and 3 ms after one that half a million pushes have. */
const mostTerms = 16
/** Terms that are looked up for one query. */
const mostLookups = 64
/** Beginnings of fewer characters have many terms. */
const fewestCharacters = 3
/** Groups with beginnings of many terms that the index is asked for. */
const mostBeginnings = 3

async function spelledOut(reader: Reader, owner: string, groups: TermQuery['groups']): Promise<Term[][]> {
  let left = mostLookups
  async function wordsBeginning(term: string): Promise<string[] | undefined> {
    if (term.length < fewestCharacters || left === 0) return
    const words = await termsBeginning(reader, owner, term, Math.min(mostTerms, left))
    left -= words?.length ?? Math.min(mostTerms, left)
    return words
  }
  const spelled: Term[][] = []
  for (const group of groups) {
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

/** Pushes whose terms PostgreSQL compares at once; how many are to be wanted for it to go on like that; and how many make a term frequent. */
const newest = { compared: 1_000, wanted: 10, frequent: 50 }
/** How much further back the index is asked at first than the pushes reach whose terms were compared. */
const wider = 8

/**
 * GIN answers in no order, so all that it finds has to be sorted, which takes long for what is frequent. That is found by comparing the
 * terms of the newest pushes instead. GIN also collects all pushes of each term before it looks which have all of them, so it is asked for
 * the rare ones alone, and at first for those of a while only: PostgreSQL reads a page for nearly every push that it finds.
 */
async function onPostgres(reader: Reader, owner: string, query: TermQuery, bounds: Omit<Bounds, 'before'>): Promise<ReadBack> {
  let asked: { rare: TermQuery; microseconds: number } | undefined
  async function compare(before: number) {
    const compared = await newestOf(reader, owner, { ...bounds, before }, newest.compared)
    const from = compared?.from ?? bounds.from
    const rows = await findAmongNewest(reader, owner, query, { ...bounds, from, before }, slice)
    if (compared && rows.length < newest.wanted) {
      const rare = await rareOf(reader, owner, query, { ...bounds, from, before })
      asked = { rare, microseconds: (compared.to - from) * wider }
    }
    return { rows, reached: reachedBy(rows) || (compared?.from ?? 0) }
  }
  return async (before) => {
    if (!asked) return compare(before)
    const from = Math.max(bounds.from, before - asked.microseconds)
    const soon = asked.microseconds < Number.POSITIVE_INFINITY
    const rows = await findRare(reader, owner, { query, rare: asked.rare, soon }, { ...bounds, from, before }, slice)
    if (rows.length < slice) asked.microseconds = Number.POSITIVE_INFINITY
    return { rows, reached: reachedBy(rows) || (from > bounds.from ? from : 0) }
  }
}

/** The part of a query that few of some pushes have; all of it if each part is frequent. */
async function rareOf(reader: Reader, owner: string, { groups }: TermQuery, compared: Bounds): Promise<TermQuery> {
  if (groups.length === 1) return { groups, none: [] }
  const counts = await countGroups(reader, owner, groups, compared)
  const fewest = Math.min(...counts)
  const most = fewest > newest.frequent ? Number.POSITIVE_INFINITY : Math.max(newest.wanted, fewest)
  return { groups: groups.filter((_, index) => (counts[index] ?? 0) <= most), none: [] }
}

/** How far back a slice has read. */
const reachedBy = (rows: readonly PushRow[]): number => (rows.length < slice ? 0 : (rows.at(-1)?.created ?? 0))
