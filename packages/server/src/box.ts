import type { ListQuery, SyncedObjects, SyncedType } from '@waypost/protocol'
import type { Account } from './caller.ts'
import type { Query, Reader } from './db/db.ts'
import { pageOf, pageValues } from './paging.ts'

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
}

/** Says where a type of synced row is kept. `table` is never a user's word. */
export function boxType<T extends SyncedType, R extends BoxRow>(
  type: T,
  table: string,
  object: (row: R, self: Account) => SyncedObjects[T],
): BoxType<T, R> {
  const list = `SELECT * FROM ${table} WHERE owner = $1 AND modified > $2 AND modified < $3 AND active >= $4
                ORDER BY modified DESC LIMIT $5`
  const find = `SELECT * FROM ${table} WHERE iden = $1`
  const changedAfter = `SELECT * FROM ${table} WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`
  const latest = `SELECT * FROM ${table} WHERE owner = $1 ORDER BY modified DESC LIMIT $2`
  return {
    type,
    object,
    list: async (reader, owner, query) => pageOf(await reader.all<R>(list, pageValues(owner, query)), query.limit),
    async find(reader, owner, iden) {
      const row = await reader.one<R>(find, [iden])
      return row?.owner === owner ? row : undefined
    },
    changedAfter: (owner, after, limit) => ({ sql: changedAfter, values: [owner, after, limit] }),
    latest: (owner, limit) => ({ sql: latest, values: [owner, limit] }),
  }
}
