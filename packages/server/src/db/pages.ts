// Paginates lists: cursors, the parameters of list queries, and the size limit of a page in bytes.

import { type ListQuery, objectsPerPage, Refusal } from '@waypost/protocol'
import { fromSeconds } from '../change.ts'
import type { Query, Reader, Value } from './db.ts'

/** Approximate bytes of one page of a list. A page ends before the object that would exceed it, unless it is the first. */
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

/** A row of a list sorted by rank, then from newest to oldest. */
interface RankedRow {
  rank: number
  created: number
  iden: string
}

/** The end of the SQL of such a list; its last three parameters, from number `first`, come from `readRankedCursor`. */
export const rankedAfter = (first: number): string => {
  const [rank, created, iden] = [`$${first}`, `$${first + 1}`, `$${first + 2}`]
  return `(rank > ${rank} OR (rank = ${rank} AND (created < ${created} OR (created = ${created} AND iden < ${iden}))))`
}

export const rankedOrder = 'ORDER BY rank, created DESC, iden DESC'

/** The position at which the next page of such a list begins. @throws Refusal `invalid_cursor` */
export function readRankedCursor(cursor: string | undefined): Value[] {
  if (cursor === undefined) return [-1, 0, '']
  const [, rank, created, iden] = /^(\d)\.(\d{1,16})\.([\w-]+)$/.exec(cursor) ?? []
  if (iden === undefined) throw new Refusal('invalid_cursor')
  return [Number(rank), Number(created), iden]
}

/** One page of such a list and the cursor of the next one; `rows` must contain one more than the limit. */
export function rankedPage<R extends RankedRow>(rows: R[], limit: number): { rows: R[]; cursor?: string } {
  if (rows.length <= limit) return { rows }
  const page = rows.slice(0, limit)
  const { rank, created, iden } = page.at(-1) as R
  return { rows: page, cursor: `${rank}.${created}.${iden}` }
}

/** Only the beginning of a longer part is searched for: an engine compares every character at each position of repetitive text. */
const mostContained = 100

/** A pattern for `lower(...) LIKE $1 ESCAPE '!'` that matches texts containing `part`. */
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

/** One page's rows, up to `bytesPerPage`, and the cursor of the next only if there is one: some programs follow it blindly. */
export function pageOf<R extends { modified: number }>(rows: R[], limit = objectsPerPage): { rows: R[]; cursor?: string } {
  const page = fittingRows(rows.slice(0, limit))
  if (page.length === rows.length) return { rows }
  return { rows: page, cursor: writeCursor((page.at(-1) as R).modified) }
}

/** The number of rows that need no measuring: even the longest barely exceed a page. */
export const alwaysFit = 4
/** Up to this many rows, reading them all and dropping those that don't fit costs less than measuring them first. */
const fewRows = 40

/** The number of rows that fit into a page, given their sizes in bytes: at least one, so that every page makes progress. */
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

/** How many rows of a page fit into `bytesPerPage`, given a query for the `bytes` of each. Nearly always a single sum suffices. */
export async function countFitting(reader: Reader, { sql, values = [] }: Query, limit: number): Promise<number> {
  if (limit <= fewRows) return limit
  const all = await reader.one<{ bytes: number | null }>(`SELECT SUM(bytes) AS bytes FROM (${sql}) AS sized`, values)
  if ((all?.bytes ?? 0) <= bytesPerPage) return limit
  const sizes = await reader.all<{ bytes: number }>(sql, values)
  const count = fitting(sizes.map(({ bytes }) => bytes))
  return count < sizes.length ? Math.min(count, limit) : limit
}

/** SQL for the total bytes of these columns in a row. Both engines know them without reading the columns. */
export function bytesOf(columns: readonly string[]): string {
  return columns.map((column) => `COALESCE(octet_length(${column}), 0)`).join(' + ') || '0'
}

/**
 * Reads one page of possibly long rows: it ends at `bytesPerPage`, and no row beyond that is read.
 * @param rows the list's SQL
 * @param sizes the same list, returning `modified` and `bytes`, the size of the long columns
 * @param values the parameters of both, as returned by `pageValues`
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
    // No rows: all of them have changed since they were measured and are now at the top of the list.
    if (page.length > 0) return { rows: page, cursor: writeCursor((page.at(-1) as R).modified) }
  }
  return pageOf(await reader.all<R>(rows, values), limit)
}

/** The rows, in order, that fit into one page by the lengths of all columns, or only of these. */
export function fittingRows<R extends object>(rows: R[], columns?: readonly string[]): R[] {
  return rows.slice(0, fitting(rows.map((row) => lengthOf(row, columns))))
}

/** The approximate JSON size in bytes of the texts in a row, or only in these columns. */
export function lengthOf(row: object, columns: readonly string[] = Object.keys(row)): number {
  let length = 0
  for (const column of columns) {
    const value = (row as Record<string, unknown>)[column]
    if (typeof value === 'string') length += jsonBytes(value)
  }
  return length
}

/** Texts up to this many characters are not measured exactly. */
const shortText = 64

/** A character beyond ASCII takes up to three bytes, and an escaped one up to six. */
function jsonBytes(text: string): number {
  return text.length <= shortText ? text.length : Buffer.byteLength(JSON.stringify(text))
}
