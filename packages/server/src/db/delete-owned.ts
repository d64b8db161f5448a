// Builds the functions that delete the rows of a deleted account, a slice at a time.

import type { Db } from './db.ts'

/** Where an owner's rows are: `key` tells the rows of one owner apart, `owner` names the column of the owner. */
interface OwnedTable {
  table: string
  key?: string
  owner?: string
}

/** Rows that one write deletes at most, and milliseconds that it may take: rows may be long, and on SQLite it blocks all others. */
const bounds = { rows: 500, time: 5 }
/** Writes before other jobs have their turn. */
const writes = 20

/**
 * Returns a function that deletes an owner's rows, a slice at a time, without reporting it to the owner's box: the account is gone.
 * The function returns whether rows are left. Names of tables and columns become part of SQL and never come from users.
 */
export function deleteOwned(...tables: readonly OwnedTable[]): (deps: { db: Db }, owner: string) => Promise<boolean> {
  const statements = tables.map(
    ({ table, key = 'iden', owner = 'owner' }) =>
      `DELETE FROM ${table} WHERE ${owner} = $1
       AND ${key} IN (SELECT ${key} FROM ${table} WHERE ${owner} = $1 LIMIT $2)`,
  )
  return async ({ db }, owner) => {
    let left = writes
    for (const sql of statements) {
      // One at first, as nothing is known of how long the rows are; then more and more while there is time.
      for (let rows = 1; ; left--) {
        if (left === 0) return true
        const { deleted, took } = await db.write(async (tx) => {
          const start = performance.now()
          return { deleted: await tx.run(sql, [owner, rows]), took: performance.now() - start }
        })
        if (deleted < rows) break
        rows = took > bounds.time ? Math.max(1, Math.floor(rows / 2)) : Math.min(2 * rows, bounds.rows)
      }
    }
    return false
  }
}

/** Deletes the stamps of an owner's box. */
export const deleteBox = deleteOwned({ table: 'box', key: 'owner' })
