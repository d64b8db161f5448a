import type { ListQuery, SyncedObjects, SyncedType } from '@waypost/protocol'
import type { Account } from '../caller.ts'
import { type Change, type Micros, toSeconds } from '../change.ts'
import { objectIden } from '../iden.ts'
import type { Query, Reader, Value } from './db.ts'
import { bytesOf, pageOf, pageValues, readPage } from './pages.ts'
import { bytesOfRow, checkRoom, type Room } from './room/room.ts'

/** The columns that every table of synced rows has. `modified` is indexed with `owner`; an inactive row is a tombstone. */
export interface SyncedRow {
  iden: string
  owner: string
  active: number
  created: Micros
  modified: Micros
}

/** How rows of one synced type are read, and how their owner sees them. */
export interface SyncedTable<T extends SyncedType = SyncedType, R extends SyncedRow = SyncedRow> {
  readonly type: T
  readonly table: string
  readonly object: (row: R, self: Account) => SyncedObjects[T]
  /** One page of a box, latest change first. */
  list(reader: Reader, owner: string, query: ListQuery): Promise<{ rows: R[]; cursor?: string }>
  /** A row of this owner, including tombstones; undefined when it belongs to another owner. */
  find(reader: Reader, owner: string, iden: string): Promise<R | undefined>
  /** Rows that changed after a stamp, earliest change first. */
  changedAfter(owner: string, after: number, limit: number): Query
  /** The latest changes, latest first. */
  latest(owner: string, limit: number): Query
  /** The columns that may exceed one line. */
  readonly long: readonly string[]
  /** `modified` and the `bytes` of the long columns of the rows that `changedAfter`, or `latest` without a stamp, returns. */
  measure(owner: string, after: number | undefined, limit: number): Query
}

interface SavedTable<T extends SyncedType, R extends SyncedRow> extends SyncedTable<T, R> {
  readonly object: (row: R) => SyncedObjects[T]
  readonly columns: readonly (keyof R)[]
  readonly upsert: string
  /** The limit on rows per account; if set, the column `bytes` holds each row's size towards its account's storage. */
  readonly room: Room | undefined
}

type OwnColumns<R> = readonly Exclude<keyof R & string, keyof SyncedRow>[]

/** Describes a table of synced rows. `table`, the columns and `long` (those that may exceed one line) never come from users. */
export function syncedTable<T extends SyncedType, R extends SyncedRow>(
  type: T,
  table: string,
  object: (row: R, self: Account) => SyncedObjects[T],
  long: readonly string[] = [],
): SyncedTable<T, R> {
  const bytes = `modified, ${bytesOf(long)} AS bytes`
  const list = (
    columns: string,
  ) => `SELECT ${columns} FROM ${table} WHERE owner = $1 AND modified > $2 AND modified < $3 AND active >= $4
                ORDER BY modified DESC LIMIT $5`
  const page = { rows: list('*'), sizes: list(bytes) }
  const find = `SELECT * FROM ${table} WHERE iden = $1`
  const changedAfter = (columns: string) =>
    `SELECT ${columns} FROM ${table} WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`
  const latest = (columns: string) => `SELECT ${columns} FROM ${table} WHERE owner = $1 ORDER BY modified DESC LIMIT $2`
  const sql = { changedAfter: changedAfter('*'), latest: latest('*') }
  const sizes = { changedAfter: changedAfter(bytes), latest: latest(bytes) }
  return {
    type,
    table,
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
    measure: (owner, after, limit) =>
      after === undefined
        ? { sql: sizes.latest, values: [owner, limit] }
        : { sql: sizes.changedAfter, values: [owner, after, limit] },
  }
}

/**
 * Describes a table of synced rows that `saveSynced` writes.
 * @param columns.fixed columns that are written once, with the row
 * @param columns.changing columns that every save writes
 * @param columns.readFrom a view to read the rows from, instead of the table
 * @param columns.room the limit on rows per account; requires a column `bytes` and an index on `(owner, active, bytes)`
 */
export function savedTable<T extends SyncedType, R extends SyncedRow>(
  type: T,
  table: string,
  object: (row: R) => SyncedObjects[T],
  {
    fixed = [],
    changing,
    long = [],
    readFrom = table,
    room,
  }: { fixed?: OwnColumns<R>; changing: OwnColumns<R>; long?: readonly string[]; readFrom?: string; room?: Room },
): SavedTable<T, R> {
  const columns = ['iden', 'owner', 'active', 'created', 'modified', ...fixed, ...changing] as const
  const measured = room ? ['bytes'] : []
  const inserted = [...columns, ...measured]
  const place = (column: string) => `$${(inserted as readonly string[]).indexOf(column) + 1}`
  const upsert = `
    INSERT INTO ${table} (${inserted.join(', ')}) VALUES (${inserted.map(place).join(', ')})
    ON CONFLICT (iden) DO UPDATE SET ${['active', 'modified', ...changing, ...measured].map((name) => `${name} = ${place(name)}`).join(', ')}`
  return { ...syncedTable(type, readFrom, object, long), object, columns, upsert, table, room }
}

/**
 * Writes a new or changed synced row with the next stamp of its owner's box, and reports it to the box.
 * @param options.stamp the stamp to write, if the caller has already taken it
 * @param options.asked false for a row that its owner didn't request: it is written even over the limit
 * @returns the row as stored
 * @throws Refusal as `checkRoom`
 */
export async function saveSynced<T extends SyncedType, R extends SyncedRow>(
  tx: Change,
  table: SavedTable<T, R>,
  row: R,
  { stamp, asked = true }: { stamp?: Micros; asked?: boolean } = {},
): Promise<R> {
  if (table.room && asked) await checkRoom(tx, { ...table, room: table.room }, row)
  return writeSynced(tx, table, row, stamp ?? tx.stamp(row.owner))
}

async function writeSynced<T extends SyncedType, R extends SyncedRow>(
  tx: Change,
  table: SavedTable<T, R>,
  row: R,
  stamp: Micros,
): Promise<R> {
  const saved: R = { ...row, modified: stamp, created: row.created || stamp }
  const values = table.columns.map((name) => saved[name]) as Value[]
  await tx.run(table.upsert, table.room ? [...values, bytesOfRow(saved)] : values)
  tx.wrote(saved.owner, table.type, table.object(saved))
  return saved
}

/** The columns that a new row of a box starts with, and one that is there again; saving stamps it. */
export const newRow = (owner: string, iden = objectIden(owner), created: Micros = 0): SyncedRow => ({
  iden,
  owner,
  active: 1,
  created,
  modified: 0,
})

/** The object of a row, with its own fields unless it is a tombstone. */
export function syncedObject<R extends SyncedRow, T extends object>(row: R, ownFields: (row: R) => T) {
  const object = syncedFields(row)
  return (object.active ? { ...object, ...ownFields(row) } : object) as typeof object & Partial<T>
}

/** The fields that every synced object starts with; a tombstone has no others. */
export const syncedFields = (row: SyncedRow) => ({
  iden: row.iden,
  active: row.active === 1,
  created: toSeconds(row.created),
  modified: toSeconds(row.modified),
})
