// Reads and writes the index of words.

import type { Named } from '@waypost/protocol'
import type { Db, Engine, Reader, Writer } from '../../db/db.ts'
import type { PushRow } from '../row.ts'
import { type SearchedRow, searched, type Term, type TermQuery, termsOf } from './terms.ts'

/** Adds a push to the index. Every term begins with the owner, so a search reads nothing of other boxes. */
export function indexPush(tx: Writer, row: SearchedRow): void {
  const terms = termsOf(row).map((term) => row.owner + term)
  tx.send(insert[tx.engine], [row.iden, row.created, row.owner, terms.join(' ')])
}

/** Takes a push out of the index, if it is there. */
export function unindexPush(tx: Writer, { iden, owner, created }: Pick<PushRow, 'iden' | 'owner' | 'created'>): void {
  tx.send(remove[tx.engine], [iden, created, owner])
}

/**
 * Merges some of the segments that SQLite's index consists of: each word is looked up in all of them. @returns whether there may be more to
 * merge
 */
export async function mergeSome(db: Db): Promise<boolean> {
  if (db.engine !== 'sqlite') return false
  return db.write(async (tx) => {
    const changes = async () => (await tx.one<{ changes: number }>('SELECT total_changes() AS changes'))?.changes ?? 0
    const before = await changes()
    await tx.run("INSERT INTO push_search (push_search, rank) VALUES ('merge', 50)")
    // The command itself counts as a change. See https://sqlite.org/fts5.html#the_merge_command.
    return (await changes()) - before > 1
  }, [])
}

/**
 * SQLite keeps the rows in the order of their numbers, which are the microseconds of creation with room for some pushes of other boxes in
 * the same one, so the newest are found first.
 */
const slots = 1_024
const firstOf = (created: string) => `CAST(${created} AS INTEGER) * ${slots}`

const insert: Record<Engine, string> = {
  // Asked of the index itself, the next free number would cost as much as writing the row.
  sqlite: `INSERT INTO push_search (rowid, iden, terms) VALUES (
    COALESCE((SELECT MAX(id) + 1 FROM push_search_content WHERE id >= ${firstOf('$2')} AND id < ${firstOf('$2')} + ${slots}), ${firstOf('$2')}),
    $1, $4)`,
  postgres: 'INSERT INTO push_search (iden, created, owner, terms) VALUES ($1, $2, $3, $4)',
}

const remove: Record<Engine, string> = {
  sqlite: `DELETE FROM push_search WHERE rowid >= ${firstOf('$2')} AND rowid < ${firstOf('$2')} + ${slots} AND iden = $1`,
  postgres: 'DELETE FROM push_search WHERE iden = $1 AND created = $2 AND owner = $3',
}

/** Which pushes a search may find, as stamps: created from one on and before another, and not changed after a third. */
export interface Bounds {
  from: number
  before: number
  indexed: number
}

/** The pushes of a box that the index of SQLite finds, the most recently created first. */
export const findIndexed = (reader: Reader, owner: string, query: TermQuery, { from, before, indexed }: Bounds, limit: number) =>
  reader.all<PushRow>(
    `SELECT push.* FROM push_search CROSS JOIN push ON push.iden = push_search.iden
     WHERE push_search MATCH $1 AND push_search.rowid >= CAST($2 AS INTEGER) * ${slots}
       AND push_search.rowid < CAST($3 AS INTEGER) * ${slots} AND push.owner = $4 AND push.modified <= $5 AND push.active = 1
     ORDER BY push_search.rowid DESC LIMIT $6`,
    [textOf.sqlite(owner, query), from, before, owner, indexed, limit],
  )

/**
 * On PostgreSQL, the pushes that the index has for one query, `rare`, and whose terms are what another asks for. With `soon` it may read the
 * index of times as well, which takes less for a short time, and much more for a long one.
 */
export const findRare = (
  reader: Reader,
  owner: string,
  { query, rare, soon }: { query: TermQuery; rare: TermQuery; soon: boolean },
  { from, before, indexed }: Bounds,
  limit: number,
) =>
  reader.all<PushRow>(
    `WITH found AS MATERIALIZED (
       SELECT iden, created, terms FROM push_search
       WHERE terms @@ CAST($7 AS tsquery) AND created >= $2 AND created < $3 ${soon ? 'AND owner = $4' : ''}
     ) ${pushesFound}`,
    [textOf.postgres(owner, query), from, before, owner, indexed, limit, textOf.postgres(owner, rare)],
  )

/** The same by reading the terms of all that are within the bounds. */
export const findAmongNewest = (
  reader: Reader,
  owner: string,
  query: TermQuery,
  { from, before, indexed }: Bounds,
  limit: number,
) =>
  reader.all<PushRow>(
    `WITH found AS MATERIALIZED (
       SELECT iden, created, terms FROM push_search WHERE owner = $4 AND created >= $2 AND created < $3
     ) ${pushesFound}`,
    [textOf.postgres(owner, query), from, before, owner, indexed, limit],
  )

/**
 * The newest are looked up alone, each by its iden: without statistics, PostgreSQL would look up all, and go through all pushes of the box
 * for each.
 */
const pushesFound = `SELECT push.*
  FROM (SELECT iden, created FROM found WHERE terms @@ CAST($1 AS tsquery) ORDER BY created DESC OFFSET 0) AS newest
  JOIN LATERAL (SELECT * FROM push WHERE push.iden = newest.iden OFFSET 0) AS push ON true
  WHERE push.owner = $4 AND push.modified <= $5 AND push.active = 1
  ORDER BY newest.created DESC LIMIT $6`

/** How many pushes within the bounds have each group of terms, on PostgreSQL. */
export async function countGroups(
  reader: Reader,
  owner: string,
  groups: TermQuery['groups'],
  { from, before }: Bounds,
): Promise<number[]> {
  const queries = groups.map((group) => textOf.postgres(owner, { groups: [group], none: [] }))
  const counted = await reader.all<{ count: number }>(
    `WITH newest AS MATERIALIZED (SELECT terms FROM push_search WHERE owner = $1 AND created >= $2 AND created < $3)
     SELECT COUNT(*) FILTER (WHERE newest.terms @@ CAST(asked.query AS tsquery)) AS count
     FROM unnest(string_to_array($4, '\n')) WITH ORDINALITY AS asked (query, place) LEFT JOIN newest ON true
     GROUP BY place ORDER BY place`,
    [owner, from, before, queries.join('\n')],
  )
  return counted.map(({ count }) => Number(count))
}

/** When, on PostgreSQL, the newest pushes within the bounds were created; undefined if there are not so many. */
export async function newestOf(
  reader: Reader,
  owner: string,
  { from, before }: Bounds,
  count: number,
): Promise<{ from: number; to: number } | undefined> {
  const found = await reader.one<{ from: number; to: number; count: number }>(
    `SELECT MIN(created) AS from, MAX(created) AS to, COUNT(*) AS count
     FROM (SELECT created FROM push_search WHERE owner = $1 AND created >= $2 AND created < $3 ORDER BY created DESC LIMIT $4) AS newest`,
    [owner, from, before, count],
  )
  return found && Number(found.count) === count ? { from: Number(found.from), to: Number(found.to) } : undefined
}

/** The query as each engine reads it. Terms have neither quotes nor backslashes. */
const textOf: Record<Engine, (owner: string, query: TermQuery) => string> = {
  sqlite: (owner, query) => written(owner, query, { quote: '"', begins: '*', and: ' AND ', or: ' OR ', not: ' NOT ' }),
  postgres: (owner, query) => written(owner, query, { quote: "'", begins: ':*', and: ' & ', or: ' | ', not: ' & !' }),
}

function written(
  owner: string,
  { groups, none }: TermQuery,
  { quote, begins, and, or, not }: Record<'quote' | 'begins' | 'and' | 'or' | 'not', string>,
): string {
  const quoted = (term: string) => `${quote}${owner}${term}${quote}`
  const one = ({ term, begins: isBeginning }: Term) => `${quoted(term)}${isBeginning ? begins : ''}`
  const wanted = groups.map((group) => `(${group.map(one).join(or)})`)
  return `(${wanted.join(and)})${none.map((term) => `${not}${quoted(term)}`).join('')}`
}

/**
 * The terms of SQLite's index that begin with one, in their order; undefined if there are more than `most`. Each is looked up on its own:
 * read in one go, they would come with all pushes that have them.
 */
export async function termsBeginning(reader: Reader, owner: string, term: string, most: number): Promise<string[] | undefined> {
  // The tokenizer of the index has lower case alone.
  const start = asciiLower(owner + term)
  const terms: string[] = []
  for (let at = start; ; ) {
    const next = await reader.one<{ term: string }>('SELECT term FROM push_search_words WHERE term >= $1 LIMIT 1', [at])
    if (!next?.term.startsWith(start)) return terms
    if (terms.length === most) return
    terms.push(next.term.slice(owner.length))
    at = `${next.term}\u{1}`
  }
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** All that has a name in a box, up to a few thousand. */
export const namedIn = (reader: Reader, owner: string) =>
  reader.all<Named>(
    `SELECT 'person' AS kind, with_email_normalized AS key, with_name AS name, with_email AS also FROM chat WHERE owner = $1 AND active = 1
     UNION ALL SELECT 'person', email_normalized, name, email FROM contact WHERE owner = $1 AND active = 1
     UNION ALL SELECT 'device', iden, nickname, model FROM device WHERE owner = $1 AND active = 1
     UNION ALL SELECT 'channel', iden, name, tag FROM channel WHERE owner = $1 AND active = 1
     UNION ALL SELECT 'channel', channel_iden, channel_name, channel_tag FROM subscription_shown WHERE owner = $1 AND active = 1
     UNION ALL SELECT 'client', client_iden, client_name, NULL FROM app_grant WHERE owner = $1 AND active = 1
     LIMIT 5000`,
    [owner],
  )

/** The stamp up to which the changes of a box are in the index. */
export const indexedTo = async (reader: Reader, owner: string): Promise<number> =>
  (await reader.one<{ indexed: number }>('SELECT indexed FROM box WHERE owner = $1', [owner]))?.indexed ?? 0

/** How much of a box is in the index, from 0 to 1, by the times of its changes. */
export async function indexedPart(reader: Reader, owner: string): Promise<number> {
  const times = await reader.one<{ first: number; indexed: number; last: number }>(
    `SELECT (SELECT MIN(modified) FROM push WHERE owner = $1) AS first, indexed, stamp AS last FROM box WHERE owner = $1`,
    [owner],
  )
  if (!times || times.indexed < times.first) return 0
  return (times.indexed - times.first) / Math.max(1, times.last - times.first)
}

export const moveIndexedTo = (tx: Writer, owner: string, indexed: number) =>
  tx.run('UPDATE box SET indexed = $2 WHERE owner = $1', [owner, indexed])

/** Boxes with changes that are not in the index, in the order of their owners, after a given one. */
export const boxesBehind = (reader: Reader, after: string, limit: number) =>
  reader.all<{ owner: string }>('SELECT owner FROM box WHERE owner > $1 AND indexed < stamp ORDER BY owner LIMIT $2', [
    after,
    limit,
  ])

/** How many pushes of a box have changed since a stamp, counted up to a limit. */
export async function countChanged(reader: Reader, owner: string, after: number, limit: number): Promise<number> {
  const counted = await reader.one<{ count: number }>(
    'SELECT COUNT(*) AS count FROM (SELECT 1 FROM push WHERE owner = $1 AND modified > $2 LIMIT $3) AS changed',
    [owner, after, limit],
  )
  return Number(counted?.count ?? 0)
}

/** What the index needs to know of a push that has changed. */
export type ChangedRow = SearchedRow & Pick<PushRow, 'modified' | 'active' | 'deleted_by_sender'>

/** Pushes of a box that have changed since a stamp, in the order of their changes, including tombstones. */
export const changedAfter = (reader: Reader, owner: string, after: number, limit: number) =>
  reader.all<ChangedRow>(
    `SELECT ${searched.join(', ')}, modified, active, deleted_by_sender FROM push
     WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`,
    [owner, after, limit],
  )

/** The same between two stamps, the latest change first. */
export const latestChanged = (
  reader: Reader,
  owner: string,
  { after, before, limit }: { after: number; before: number; limit: number },
) =>
  reader.all<PushRow>('SELECT * FROM push WHERE owner = $1 AND modified > $2 AND modified < $3 ORDER BY modified DESC LIMIT $4', [
    owner,
    after,
    before,
    limit,
  ])
