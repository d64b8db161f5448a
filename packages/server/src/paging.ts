import { type ListQuery, limits, listNames, Refusal } from '@waypost/protocol'
import { fromSeconds } from './change.ts'
import type { Value } from './db/db.ts'

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

/**
 * What a list query comes to, in the order of the parameters that every list's SQL starts with:
 * `owner = $1 AND modified > $2 AND modified < $3 AND active >= $4 ORDER BY modified DESC LIMIT $5`.
 * One row more than the page is asked for: it says whether there is a next one.
 */
export function pageValues(owner: string, query: ListQuery): Value[] {
  return [
    owner,
    query.modified_after === undefined ? -1 : fromSeconds(query.modified_after),
    query.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(query.cursor),
    query.active || query.active_only ? 1 : 0,
    (query.limit ?? limits.pageSize) + 1,
  ]
}

/** The rows of one page, and the cursor of the next, which is given only when there is one: some programs follow it blindly. */
export function pageOf<R extends { modified: number }>(rows: R[], limit = limits.pageSize): { rows: R[]; cursor?: string } {
  if (rows.length <= limit) return { rows }
  const page = rows.slice(0, limit)
  return { rows: page, cursor: writeCursor((page.at(-1) as R).modified) }
}

/** The answer of a list call: every list by name, also the empty ones, and the cursor last. */
export function lists<T extends Partial<Record<(typeof listNames)[number], readonly unknown[]>>>(
  given: T,
  cursor: string | undefined,
): T & { cursor?: string } {
  const every = Object.fromEntries(listNames.map((name) => [name, given[name] ?? []])) as unknown as T
  return cursor === undefined ? every : { ...every, cursor }
}

/** Drops what is empty: the public API leaves out null, false, 0 and ''. */
export function filled<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const full: Record<string, unknown> = {}
  for (const name in fields) if (fields[name]) full[name] = fields[name]
  return full as { [K in keyof T]?: NonNullable<T[K]> }
}
