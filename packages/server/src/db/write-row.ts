// Writes whole rows, whose fields name the columns. Names of tables and columns become part of SQL and never come from users.

import { type Micros, microseconds } from '../change.ts'
import type { Reader, Value, Writer } from './db.ts'

const insertion = (table: string, row: object): string => {
  const names = Object.keys(row)
  // A field that came from a request would be SQL.
  if (!names.every((name) => /^[a-z_\d]+$/.test(name))) throw new Error(`A row of ${table} has a field that names no column.`)
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`
}

/** An absent field is null. */
const valuesOf = (row: object): Value[] => Object.values(row).map((value) => value ?? null)

export const insertRow = (tx: Writer, table: string, row: object): Promise<number> => tx.run(insertion(table, row), valuesOf(row))

/** Inserts a row unless there is one with its key. @returns whether it was inserted */
export const insertIfNew = async (tx: Writer, table: string, key: string, row: object): Promise<boolean> =>
  (await tx.run(`${insertion(table, row)} ON CONFLICT (${key}) DO NOTHING`, valuesOf(row))) === 1

/** Inserts a row, or writes its fields to the one with its key. @param key one column or several, as `owner, key` */
export function saveRow(tx: Writer, table: string, key: string, row: object): Promise<number> {
  const keys = key.split(', ')
  const changing = Object.keys(row).filter((name) => !keys.includes(name))
  const update = changing.map((name) => `${name} = excluded.${name}`).join(', ')
  return tx.run(`${insertion(table, row)} ON CONFLICT (${key}) DO UPDATE SET ${update}`, valuesOf(row))
}

export const deleteExpired = (tx: Writer, table: string) => tx.run(`DELETE FROM ${table} WHERE expires < $1`, [microseconds()])

/** Inserts a row that expires, and deletes those that have expired. @param lasts milliseconds */
export async function insertExpiring(tx: Writer, table: string, row: object, lasts: number): Promise<void> {
  await deleteExpired(tx, table)
  await insertRow(tx, table, { ...row, expires: microseconds() + lasts * 1_000 })
}

/** Takes a row that works once. @returns undefined if it is unknown or expired, or another request was first */
export async function takeOnce<R>(tx: Writer, table: string, column: string, key: string): Promise<R | undefined> {
  const row = await tx.one<R & { expires: Micros }>(`SELECT * FROM ${table} WHERE ${column} = $1`, [key])
  // Of two concurrent attempts only one deletes the row.
  const taken = row !== undefined && (await tx.run(`DELETE FROM ${table} WHERE ${column} = $1`, [key])) === 1
  return taken && row.expires >= microseconds() ? row : undefined
}

/** How many rows there are. @param from a query from its `FROM` on */
export async function countRows(reader: Reader, from: string, values: readonly Value[] = []): Promise<number> {
  const row = await reader.one<{ count: number | string }>(`SELECT COUNT(*) AS count ${from}`, values)
  return Number(row?.count)
}
