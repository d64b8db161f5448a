// Builds the functions that delete the rows of a deleted account, a slice at a time.

import type { Db } from './db.ts'

/** Where an owner's rows are: `key` tells the rows of one owner apart, `owner` names the column of the owner. */
interface OwnedTable {
  table: string
  key?: string
  owner?: string
}

/** Rows that one write deletes at most. */
const slice = 500

/**
 * Returns a function that deletes an owner's rows, a slice at a time, without reporting it to the owner's box: the account is gone.
 * The function returns whether rows are left. Names of tables and columns become part of SQL and never come from users.
 */
export function deleteOwned(...tables: readonly OwnedTable[]): (deps: { db: Db }, owner: string) => Promise<boolean> {
  const statements = tables.map(
    ({ table, key = 'iden', owner = 'owner' }) =>
      `DELETE FROM ${table} WHERE ${owner} = $1
       AND ${key} IN (SELECT ${key} FROM ${table} WHERE ${owner} = $1 LIMIT ${slice})`,
  )
  return async ({ db }, owner) => {
    for (const sql of statements) {
      if ((await db.write((tx) => tx.run(sql, [owner]))) >= slice) return true
    }
    return false
  }
}

/** Deletes the stamps of an owner's box. */
export const deleteBox = deleteOwned({ table: 'box', key: 'owner' })
