// Divides lists into pages: cursors, the parameters of list queries, and the limit of a page in bytes.

import { type ListQuery, objectsPerPage, Refusal } from '@waypost/protocol'
import { fromSeconds } from '../change.ts'
import type { Query, Reader, Value } from './db.ts'

/**
 * About how many bytes of content one page of a list holds. A page ends before the object that would exceed it, unless it is the first.
 */
export const bytesPerPage = 2 * 2 ** 20

/** A cursor is the stamp at which the next page begins; stamps are unique within a box. */
export function writeCursor(stamp: number): string {
  return stamp.toString(36)
}

/** @throws Refusal `invalid_cursor` */
export function readCursor(cursor: string): number {
  const stamp = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN
  if (!Number.isSafeInteger(stamp)) throw new Refusal('invalid_cursor')
  return stamp
}

/** A row of a list that is sorted by a rank, then from the newest to the oldest. */
interface RankedRow {
  rank: number
  created: number
  iden: string
}

/** The end of the SQL of such a list, whose last three parameters are those of `readRankedCursor`. @param first the number of the first */
export const rankedAfter = (first: number): string => {
  const [rank, created, iden] = [`$${first}`, `$${first + 1}`, `$${first + 2}`]
  return `(rank > ${rank} OR (rank = ${rank} AND (created < ${created} OR (created = ${created} AND iden < ${iden}))))`
}

export const rankedOrder = 'ORDER BY rank, created DESC, iden DESC'

/** Where the next page of such a list begins. @throws Refusal `invalid_cursor` */
export function readRankedCursor(cursor: string | undefined): Value[] {
  if (cursor === undefined) return [-1, 0, '']
  const [, rank, created, iden] = /^(\d)\.(\d{1,16})\.([\w-]+)$/.exec(cursor) ?? []
  if (iden === undefined) throw new Refusal('invalid_cursor')
  return [Number(rank), Number(created), iden]
}

/** One page of the rows of such a list, of which one more than the limit was read, and the cursor of the next one. */
export function rankedPage<R extends RankedRow>(rows: R[], limit: number): { rows: R[]; cursor?: string } {
  if (rows.length <= limit) return { rows }
  const page = rows.slice(0, limit)
  const { rank, created, iden } = page.at(-1) as R
  return { rows: page, cursor: `${rank}.${created}.${iden}` }
}

/** Of a longer part only the beginning is looked for: an engine compares each character of it at each place of a text that repeats itself. */
const mostContained = 100

/** A pattern for `lower(...) LIKE $1 ESCAPE '!'` that matches texts with `part` in them. */
export const containing = (part: string) => `%${part.trim().toLowerCase().slice(0, mostContained).replace(/[!%_]/g, '!$&')}%`

/**
 * The parameters of a list query, in the order of the SQL of every list:
 * `owner = $1 AND modified > $2 AND modified < $3 AND active >= $4 ORDER BY modified DESC LIMIT $5`.
 * One row more than the page is requested: it tells whether there is a next page.
 */
export function pageValues(owner: string, query: ListQuery): Value[] {
  return [
    owner,
    query.modified_after === undefined ? -1 : fromSeconds(query.modified_after),
    query.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(query.cursor),
    query.active || query.active_only ? 1 : 0,
    (query.limit ?? objectsPerPage) + 1,
  ]
}

/**
 * The rows of one page, which ends at `bytesPerPage`, and the cursor of the next page if there is one: some programs follow it blindly.
 */
export function pageOf<R extends { modified: number }>(rows: R[], limit = objectsPerPage): { rows: R[]; cursor?: string } {
  const page = fittingRows(rows.slice(0, limit))
  if (page.length === rows.length) return { rows }
  return { rows: page, cursor: writeCursor((page.at(-1) as R).modified) }
}

/** Rows that need not be measured: even the longest ones are hardly more than a page. */
export const alwaysFit = 4
/** Up to this many rows, reading all of them and dropping those that do not fit costs less than measuring them first. */
const fewRows = 40

/** How many rows, by their sizes in bytes, fit into a page: at least one, so that every page makes progress. */
export function fitting(sizes: readonly number[], most: number = bytesPerPage): number {
  let bytes = 0
  let count = 0
  for (const size of sizes) {
    bytes += size
    if (bytes > most && count > 0) break
    count++
  }
  return count
}

/**
 * How many rows of a page fit into `bytesPerPage`, by a query for the `bytes` of each; `limit` when all do. Nearly always all rows
 * fit, and then one sum is enough.
 */
export async function countFitting(reader: Reader, { sql, values = [] }: Query, limit: number): Promise<number> {
  if (limit <= fewRows) return limit
  const all = await reader.one<{ bytes: number | null }>(`SELECT SUM(bytes) AS bytes FROM (${sql}) AS sized`, values)
  if ((all?.bytes ?? 0) <= bytesPerPage) return limit
  const sizes = await reader.all<{ bytes: number }>(sql, values)
  const count = fitting(sizes.map(({ bytes }) => bytes))
  return count < sizes.length ? Math.min(count, limit) : limit
}

/** SQL for the bytes that these columns of a row take together. Both engines know them without reading the columns. */
export function bytesOf(columns: readonly string[]): string {
  return columns.map((column) => `COALESCE(octet_length(${column}), 0)`).join(' + ') || '0'
}

/**
 * Reads one page of rows that may be long: it ends at `bytesPerPage`, and no row beyond that is read.
 * @param rows the list's SQL
 * @param sizes the same, answering `modified` and `bytes`, which is what the long columns take
 * @param values what both take, as `pageValues` answers them
 */
export async function readPage<R extends { modified: number }>(
  reader: Reader,
  { rows, sizes }: { rows: string; sizes: string },
  values: readonly Value[],
  limit = objectsPerPage,
): Promise<{ rows: R[]; cursor?: string }> {
  if (limit <= fewRows) return pageOf(await reader.all<R>(rows, values), limit)
  const count = await countFitting(reader, { sql: sizes, values }, limit)
  if (count < limit) {
    const page = fittingRows(await reader.all<R>(rows, values.with(4, count)))
    // Without rows, all of them have changed since they were measured and are now at the top of the list.
    if (page.length > 0) return { rows: page, cursor: writeCursor((page.at(-1) as R).modified) }
  }
  return pageOf(await reader.all<R>(rows, values), limit)
}

/** The rows, in their order, that fit into one page by the lengths of their columns, or of these alone. */
export function fittingRows<R extends object>(rows: R[], columns?: readonly string[]): R[] {
  return rows.slice(0, fitting(rows.map((row) => lengthOf(row, columns))))
}

/** About how many bytes the texts of a row, or of these columns alone, take as JSON. */
export function lengthOf(row: object, columns: readonly string[] = Object.keys(row)): number {
  let length = 0
  for (const column of columns) {
    const value = (row as Record<string, unknown>)[column]
    if (typeof value === 'string') length += jsonBytes(value)
  }
  return length
}

/** Characters up to which a text is not measured exactly. */
const shortText = 64

/** Beyond ASCII a character takes up to three bytes, and one that is escaped takes up to six. */
function jsonBytes(text: string): number {
  return text.length <= shortText ? text.length : Buffer.byteLength(JSON.stringify(text))
}
