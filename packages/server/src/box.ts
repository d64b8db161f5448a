import type { ListQuery, SyncedObjects, SyncedType } from '@waypost/protocol'
import type { Account } from './caller.ts'
import type { Query, Reader } from './db/db.ts'
import { bytesOf, pageOf, pageValues, readPage } from './paging.ts'

/** The columns that every table of synced rows has. `modified` is indexed with `owner`; an inactive row is a tombstone. */
export interface BoxRow {
  iden: string
  owner: string
  active: number
  created: number
  modified: number
}

/** One type of synced row: where it is kept, and what it looks like to its owner. */
export interface BoxType<T extends SyncedType = SyncedType, R extends BoxRow = BoxRow> {
  readonly type: T
  readonly object: (row: R, self: Account) => SyncedObjects[T]
  /** One page of a box, the latest change first. */
  list(reader: Reader, owner: string, query: ListQuery): Promise<{ rows: R[]; cursor?: string }>
  /** A row of this owner, also a tombstone; undefined when it is somebody else's. */
  find(reader: Reader, owner: string, iden: string): Promise<R | undefined>
  /** Rows that changed after a stamp, the earliest change first. */
  changedAfter(owner: string, after: number, limit: number): Query
  /** The latest changes, the latest first. */
  latest(owner: string, limit: number): Query
  /** The columns that may hold more than a line. */
  readonly long: readonly string[]
  /** `modified` and `bytes` of the rows that `changedAfter`, or without a stamp `latest`, answers; undefined where no row is long. */
  measure: ((owner: string, after: number | undefined, limit: number) => Query) | undefined
}

/** Says where a type of synced row is kept. `table` is never a user's word, nor are `long`, the columns that may hold more than a line. */
export function boxType<T extends SyncedType, R extends BoxRow>(
  type: T,
  table: string,
  object: (row: R, self: Account) => SyncedObjects[T],
  long: readonly string[] = [],
): BoxType<T, R> {
  const bytes = `modified, ${bytesOf(long)} AS bytes`
  const list = (
    columns: string,
  ) => `SELECT ${columns} FROM ${table} WHERE owner = $1 AND modified > $2 AND modified < $3 AND active >= $4
                ORDER BY modified DESC LIMIT $5`
  const page = { rows: list('*'), sizes: list(bytes), long }
  const find = `SELECT * FROM ${table} WHERE iden = $1`
  const changedAfter = (columns: string) =>
    `SELECT ${columns} FROM ${table} WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`
  const latest = (columns: string) => `SELECT ${columns} FROM ${table} WHERE owner = $1 ORDER BY modified DESC LIMIT $2`
  const sql = { changedAfter: changedAfter('*'), latest: latest('*') }
  const sizes = { changedAfter: changedAfter(bytes), latest: latest(bytes) }
  return {
    type,
    object,
    long,
    async list(reader, owner, query) {
      const values = pageValues(owner, query)
      if (long.length > 0) return readPage<R>(reader, page, values, query.limit)
      return pageOf(await reader.all<R>(page.rows, values), query.limit)
    },
    async find(reader, owner, iden) {
      const row = await reader.one<R>(find, [iden])
      return row?.owner === owner ? row : undefined
    },
    changedAfter: (owner, after, limit) => ({ sql: sql.changedAfter, values: [owner, after, limit] }),
    latest: (owner, limit) => ({ sql: sql.latest, values: [owner, limit] }),
    measure:
      long.length === 0
        ? undefined
        : (owner, after, limit) =>
            after === undefined
              ? { sql: sizes.latest, values: [owner, limit] }
              : { sql: sizes.changedAfter, values: [owner, after, limit] },
  }
}
