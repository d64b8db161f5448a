import type { Db } from './db.ts'

/** Where an owner's rows are: `key` identifies a row among those of its owner, and `owner` names the owner's column. */
interface OwnedTable {
  table: string
  key?: string
  owner?: string
}

/** Per write, `time` in milliseconds: rows may be long, and on SQLite a write blocks all others. */
const bounds = { rows: 500, time: 5 }
/** The number of writes before other jobs get their turn. */
const writes = 20

/**
 * Returns a function that deletes an owner's rows, a slice at a time, without reporting it to the owner's box, because the account is gone.
 * The function returns whether rows are left. Names of tables and columns become part of the SQL and never come from users.
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
      // Starts with one row, because their lengths are unknown, and increases while time permits.
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
