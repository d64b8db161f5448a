import type { Named } from '@waypost/protocol'
import type { Micros } from '../../change.ts'
import type { Db, Engine, Reader, Writer } from '../../db/db.ts'
import { bytesOf } from '../../db/pages.ts'
import type { ProcessorTime } from '../../processor/time.ts'
import type { PushRow } from '../row.ts'
import { type SearchedRow, searched, type Term, type TermQuery } from './terms.ts'

/** Adds a push to the index. Every term begins with the owner, so a search reads nothing from other boxes. */
export function indexPush(tx: Writer, row: SearchedRow, terms: ReadonlySet<string>): void {
  tx.send(insert[tx.engine], [row.iden, row.created, row.owner, Array.from(terms, (term) => row.owner + term).join(' ')])
}

/** Removes a push from the index, if present. */
export function unindexPush(tx: Writer, { iden, owner, created }: Pick<PushRow, 'iden' | 'owner' | 'created'>): void {
  tx.send(remove[tx.engine], [iden, created, owner])
}

/**
 * SQLite keeps the rows in the order of their row numbers, which are the microseconds of creation, with room for some pushes of other boxes
 * in the same microsecond, so the newest are found first.
 */
const slots = 1_024
const firstOf = (created: string) => `CAST(${created} AS INTEGER) * ${slots}`

const insert: Record<Engine, string> = {
  // Asking the index itself for the next free number would cost as much as writing the row.
  sqlite: `INSERT INTO push_search (rowid, iden, terms) VALUES (
    COALESCE((SELECT MAX(id) + 1 FROM push_search_content WHERE id >= ${firstOf('$2')} AND id < ${firstOf('$2')} + ${slots}), ${firstOf('$2')}),
    $1, $4)`,
  postgres: 'INSERT INTO push_search (iden, created, owner, terms) VALUES ($1, $2, $3, $4)',
}

const remove: Record<Engine, string> = {
  sqlite: `DELETE FROM push_search WHERE rowid >= ${firstOf('$2')} AND rowid < ${firstOf('$2')} + ${slots} AND iden = $1`,
  postgres: 'DELETE FROM push_search WHERE iden = $1 AND created = $2 AND owner = $3',
}

/** The pushes that a search may find, by stamps: created from one on and before another, and not changed after a third. */
export interface Bounds {
  from: number
  before: number
  indexed: number
}

/** The columns of a push that are read before its texts, which may be long. */
export interface FoundPush {
  iden: string
  created: Micros
  bytes: number
}

const found = `push.iden, push.created, ${bytesOf(['push.title', 'push.body', 'push.url'])} AS bytes`

/** The matches of SQLite's index in a box, most recently created first. */
export const findIndexed = (reader: Reader, owner: string, query: TermQuery, { from, before, indexed }: Bounds, limit: number) =>
  reader.all<FoundPush>(
    `SELECT ${found} FROM push_search CROSS JOIN push ON push.iden = push_search.iden
     WHERE push_search MATCH $1 AND push_search.rowid >= CAST($2 AS INTEGER) * ${slots}
       AND push_search.rowid < CAST($3 AS INTEGER) * ${slots} AND push.owner = $4 AND push.modified <= $5 AND push.active = 1
     ORDER BY push_search.rowid DESC LIMIT $6`,
    [textOf.sqlite(owner, query), from, before, owner, indexed, limit],
  )

/** How many pages of SQLite's index FTS5 reads for a prefix before it answers: https://sqlite.org/fts5.html#fts5_data_structures. */
export async function countPages(reader: Reader, owner: string, beginning: string): Promise<number> {
  const term = Buffer.from(`0${asciiLower(owner + beginning)}`).toString('hex')
  const counted = await reader.one<{ pages: number }>(
    `WITH RECURSIVE segment (id) AS (
       SELECT MIN(segid) FROM push_search_idx
       UNION ALL SELECT (SELECT MIN(segid) FROM push_search_idx WHERE segid > segment.id) FROM segment WHERE segment.id IS NOT NULL
     )
     SELECT SUM(
       COALESCE(
         (SELECT pgno >> 1 FROM push_search_idx WHERE segid = segment.id AND term > unhex($1) ORDER BY term LIMIT 1),
         (SELECT MAX(data.id) & 0x7fffffff FROM push_search_data AS data
          WHERE data.id >= segment.id << 37 AND data.id < (segment.id << 37) + 0x80000000)
       ) - COALESCE((SELECT pgno >> 1 FROM push_search_idx WHERE segid = segment.id AND term <= unhex($2) ORDER BY term DESC LIMIT 1), 0)
     ) AS pages
     FROM segment WHERE segment.id IS NOT NULL`,
    [`${term}ff`, term],
  )
  return counted?.pages ?? 0
}

/**
 * On PostgreSQL, the index's matches of one query, `rare`, whose terms match another. With `soon` it may also use the index of times, which
 * is faster for a short period and much slower for a long one.
 */
export const findRare = (
  reader: Reader,
  owner: string,
  { query, rare, soon }: { query: TermQuery; rare: TermQuery; soon: boolean },
  { from, before, indexed }: Bounds,
  limit: number,
) =>
  reader.all<FoundPush>(
    `WITH found AS MATERIALIZED (
       SELECT iden, created, terms FROM push_search
       WHERE terms @@ CAST($7 AS tsquery) AND created >= $2 AND created < $3 ${soon ? 'AND owner = $4' : ''}
     ) ${pushesFound}`,
    [textOf.postgres(owner, query), from, before, owner, indexed, limit, textOf.postgres(owner, rare)],
  )

/** The same by reading the terms of all pushes within the bounds. */
export const findAmongNewest = (
  reader: Reader,
  owner: string,
  query: TermQuery,
  { from, before, indexed }: Bounds,
  limit: number,
) =>
  reader.all<FoundPush>(
    `WITH found AS MATERIALIZED (
       SELECT iden, created, terms FROM push_search WHERE owner = $4 AND created >= $2 AND created < $3
     ) ${pushesFound}`,
    [textOf.postgres(owner, query), from, before, owner, indexed, limit],
  )

/** Each of the newest is looked up by iden: without statistics, PostgreSQL would look up all, and scan the box's pushes for each. */
const pushesFound = `SELECT ${found}
  FROM (SELECT iden, created FROM found WHERE terms @@ CAST($1 AS tsquery) ORDER BY created DESC OFFSET 0) AS newest
  JOIN LATERAL (SELECT * FROM push WHERE push.iden = newest.iden OFFSET 0) AS push ON true
  WHERE push.owner = $4 AND push.modified <= $5 AND push.active = 1
  ORDER BY newest.created DESC LIMIT $6`

/** The number of pushes within the bounds that match each group of terms, on PostgreSQL. */
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

/** On PostgreSQL, since when the newest pushes within the bounds were created; undefined if there are not that many. */
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

/** The query in each engine's syntax. Terms contain neither quotes nor backslashes. */
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

/** SQLite's terms with a prefix, in order; undefined if over `most`. Looked up separately: one query would also read their pushes. */
export async function termsBeginning(
  reader: Reader,
  owner: string,
  term: string,
  most: number,
  time: ProcessorTime,
): Promise<string[] | undefined> {
  // The index's tokenizer only has lower case.
  const start = asciiLower(owner + term)
  const terms: string[] = []
  for (let at = start; ; ) {
    const from = at
    const next = await time.ask(() =>
      reader.one<{ term: string }>('SELECT term FROM push_search_words WHERE term >= $1 LIMIT 1', [from]),
    )
    if (!next?.term.startsWith(start)) return terms
    if (terms.length === most) return
    terms.push(next.term.slice(owner.length))
    at = `${next.term}\u{1}`
  }
}

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The stamp up to which the changes of a box are indexed. */
export const indexedTo = async (reader: Reader, owner: string): Promise<number> =>
  (await reader.one<{ cut_to: number }>('SELECT cut_to FROM box WHERE owner = $1', [owner]))?.cut_to ?? 0

/** The same, including the words of an earlier version, of which a node may still be running: later pushes were never indexed. */
export const everIndexedTo = async (reader: Reader, owner: string): Promise<number> =>
  (await reader.one<{ indexed: number }>('SELECT indexed FROM box WHERE owner = $1', [owner]))?.indexed ?? 0

/** The indexed share of a box, from 0 to 1, by the times of its changes. */
export async function indexedPart(reader: Reader, owner: string): Promise<number> {
  const times = await reader.one<{ first: Micros; indexed: number; last: Micros }>(
    `SELECT (SELECT MIN(modified) FROM push WHERE owner = $1) AS first, cut_to AS indexed, stamp AS last FROM box WHERE owner = $1`,
    [owner],
  )
  if (!times || times.indexed < times.first) return 0
  return (times.indexed - times.first) / Math.max(1, times.last - times.first)
}

export const moveIndexedTo = (tx: Writer, owner: string, indexed: number) =>
  tx.run('UPDATE box SET cut_to = $2, indexed = CASE WHEN indexed > $2 THEN indexed ELSE $2 END WHERE owner = $1', [
    owner,
    indexed,
  ])

const textBytes = bytesOf(['title', 'body', 'url'])

/** The number of a box's pushes changed since a stamp, counted up to a limit, and the bytes of their texts. */
export async function countChanged(
  reader: Reader,
  owner: string,
  after: number,
  limit: number,
): Promise<{ pushes: number; bytes: number }> {
  const counted = await reader.one<{ pushes: number; bytes: number | null }>(
    `SELECT COUNT(*) AS pushes, SUM(bytes) AS bytes
     FROM (SELECT ${textBytes} AS bytes FROM push WHERE owner = $1 AND modified > $2 LIMIT $3) AS changed`,
    [owner, after, limit],
  )
  return { pushes: Number(counted?.pushes ?? 0), bytes: Number(counted?.bytes ?? 0) }
}

type ChangedRow = SearchedRow & Pick<PushRow, 'modified' | 'active' | 'deleted_by_sender'>

/** The stamps of a box's pushes changed since a given stamp, in the order of their changes, with the bytes of their texts. */
export const stampsAfter = (reader: Reader, owner: string, after: number, limit: number) =>
  reader.all<{ iden: string; modified: Micros; bytes: number }>(
    `SELECT iden, modified, ${textBytes} AS bytes FROM push WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`,
    [owner, after, limit],
  )

/** The changed pushes themselves, including tombstones. */
export const changedAfter = (reader: Reader, owner: string, after: number, limit: number) =>
  reader.all<ChangedRow>(
    `SELECT ${searched.join(', ')}, modified, active, deleted_by_sender FROM push
     WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`,
    [owner, after, limit],
  )

/** The changes of a box since a stamp, latest first, without the texts. */
export const changedSince = (reader: Reader, owner: string, after: number, limit: number) =>
  reader.all<FoundPush & Pick<PushRow, 'active'>>(
    `SELECT iden, created, active, ${textBytes} AS bytes FROM push WHERE owner = $1 AND modified > $2 ORDER BY modified DESC LIMIT $3`,
    [owner, after, limit],
  )

/** Each is looked up by iden: an engine with few statistics on the box would scan all of it in the order of creation. */
const asked: Record<Engine, string> = {
  sqlite: 'json_each($2) AS asked CROSS JOIN push ON push.iden = asked.value',
  postgres: `json_array_elements_text(CAST($2 AS json)) AS asked (value)
    JOIN LATERAL (SELECT * FROM push WHERE push.iden = asked.value OFFSET 0) AS push ON true`,
}

/** The pushes of a box with a reminder, created within the bounds, most recently created first. */
export const findReminders = (reader: Reader, owner: string, { from, before }: Omit<Bounds, 'indexed'>) =>
  reader.all<FoundPush>(
    `SELECT ${found} FROM push WHERE owner = $1 AND remind_at IS NOT NULL AND created >= $2 AND created < $3 AND active = 1
     ORDER BY created DESC`,
    [owner, from, before],
  )

/** Pushes of a box by iden, most recently created first. */
export const readPushes = (reader: Reader, owner: string, idens: readonly string[]) =>
  reader.all<PushRow>(
    `SELECT push.* FROM ${asked[reader.engine]} WHERE push.owner = $1 AND push.active = 1 ORDER BY push.created DESC`,
    [owner, JSON.stringify(idens)],
  )

/**
 * Merges some segments of SQLite's index, because each word is looked up in all of them.
 * @param all whether to begin a merge of all segments, even if they are few; later calls continue it
 * @returns whether there may be more to merge
 */
export async function mergeSome(db: Db, all = false): Promise<boolean> {
  if (db.engine !== 'sqlite') return false
  return db.write(async (tx) => {
    const changes = async () => (await tx.one<{ changes: number }>('SELECT total_changes() AS changes'))?.changes ?? 0
    const before = await changes()
    await tx.run(`INSERT INTO push_search (push_search, rank) VALUES ('merge', ${all ? -50 : 50})`)
    // The command itself counts as a change. See https://sqlite.org/fts5.html#the_merge_command.
    return (await changes()) - before > 1
  }, [])
}

/**
 * Whether SQLite's index still contains words of removed pushes: until all segments are merged, they are only marked. The marks are pages
 * numbered from here on: https://sqlite.org/src/file?name=ext/fts5/fts5_index.c, FTS5_TOMBSTONE_ROWID
 */
export async function hasTakenOut(db: Db): Promise<boolean> {
  if (db.engine !== 'sqlite') return false
  return (await db.one(`SELECT 1 AS one FROM push_search_data WHERE id >= ${2 ** 53} LIMIT 1`)) !== undefined
}

/** Boxes with unindexed changes, in the order of their owners, starting after a given one. */
export const boxesBehind = (reader: Reader, after: string, limit: number) =>
  reader.all<{ owner: string }>('SELECT owner FROM box WHERE owner > $1 AND cut_to < stamp ORDER BY owner LIMIT $2', [
    after,
    limit,
  ])

const namedColumns = {
  chat: "'person' AS kind, with_email_normalized AS key, with_name AS name, with_email AS also",
  contact: "'person' AS kind, email_normalized AS key, name, email AS also",
  device: "'device' AS kind, iden AS key, nickname AS name, model AS also",
  channel: "'channel' AS kind, iden AS key, name, tag AS also",
  subscription_shown: "'channel' AS kind, channel_iden AS key, channel_name AS name, channel_tag AS also",
  source: "'source' AS kind, iden AS key, name, topic AS also",
  app_grant: "'client' AS kind, client_iden AS key, client_name AS name, NULL AS also",
}
type NamedTable = keyof typeof namedColumns
export const namedTables = Object.keys(namedColumns) as NamedTable[]

/** The named rows of one table of a box, latest first. */
export const namedIn = (reader: Reader, owner: string, table: NamedTable, { before, limit }: { before: number; limit: number }) =>
  reader.all<Named & { modified: Micros }>(
    `SELECT ${namedColumns[table]}, modified FROM ${table}
     WHERE owner = $1 AND modified < $2 AND active = 1 ORDER BY modified DESC LIMIT $3`,
    [owner, before, limit],
  )
