import type { Db, Query } from '../db/db.ts'
import { alwaysFit, fitting, lengthOf, writeCursor } from '../db/pages.ts'
import type { SyncedRow, SyncedTable } from '../db/synced-table.ts'

export interface Changed {
  box: SyncedTable
  row: SyncedRow
}

interface Size {
  modified: number
  bytes: number
}

/**
 * Changes after a stamp, the earliest first; without one the latest changes. No more rows are read than fit into a page.
 *
 * A row that changes while a page is read comes later: its new stamp is beyond all that the page may have. So nothing is missed.
 * @returns the cursor of the next page, if there is one
 */
export async function changesOf(
  db: Db,
  tables: readonly SyncedTable[],
  owner: string,
  after: number | undefined,
  limit: number,
): Promise<{ page: Changed[]; cursor?: string }> {
  const order = (a: number, b: number) => (after === undefined ? b - a : a - b)
  const sorted = (found: readonly (readonly SyncedRow[])[]) =>
    found
      .flatMap((rows, index) => rows.map((row): Changed => ({ box: tables[index] as SyncedTable, row })))
      .sort((a, b) => order(a.row.modified, b.row.modified))
  // One row beyond the page tells whether there is a next page. Usually little or nothing has changed.
  const few = Math.min(limit + 1, alwaysFit)
  const first = await readAll<SyncedRow>(
    db,
    tables.map((box) => (after === undefined ? box.latest(owner, few) : box.changedAfter(owner, after, few))),
  )
  const isWhole = few > limit || first.every((rows) => rows.length < few)
  const { changes, end } = isWhole ? { changes: sorted(first), end: undefined } : await measuredChanges()
  const page = changes.slice(0, fitting(changes.slice(0, limit).map(({ row }) => lengthOf(row))))
  if (after === undefined) return { page }
  if (page.length < changes.length) return { page, cursor: writeCursor((page.at(-1) as Changed).row.modified) }
  return end === undefined ? { page } : { page, cursor: writeCursor(end) }

  async function measuredChanges(): Promise<{ changes: Changed[]; end: number | undefined }> {
    const sizes = await readAll<Size>(
      db,
      tables.map((box) => box.measure(owner, after, limit + 1)),
    )
    const all = sizes
      .flatMap((rows, table) => rows.map(({ modified, bytes }) => ({ table, modified, bytes })))
      .sort((a, b) => order(a.modified, b.modified))
    const fit = all.slice(0, fitting(all.slice(0, limit).map(({ bytes }) => bytes)))
    const stamps = fit.map(({ modified }) => modified)
    const [oldest, newest] = [stamps[0] ?? 0, stamps.at(-1) ?? 0].sort((a, b) => a - b) as [number, number]
    const counts = tables.map(() => 0)
    for (const { table } of fit) counts[table] = (counts[table] ?? 0) + 1
    const found = await readAll<SyncedRow>(
      db,
      tables.map((box, table) => box.changedAfter(owner, oldest - 1, counts[table] as number)),
    )
    const rows = found.map((some) => some.filter(({ modified }) => modified <= newest))
    return { changes: sorted(rows), end: fit.length < all.length ? newest : undefined }
  }
}

const readAll = async <R>(db: Db, queries: readonly Query[]) => (await db.snapshot(queries)) as unknown as R[][]
