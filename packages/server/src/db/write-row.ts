// Names of tables and columns become part of the SQL and never come from users.

import { type Micros, microseconds } from '../change.ts'
import type { Reader, Value, Writer } from './db.ts'

const insertion = (table: string, row: object): string => {
  const names = Object.keys(row)
  // A field name from a request would become SQL.
  if (!names.every((name) => /^[a-z_\d]+$/.test(name))) throw new Error(`A row of ${table} has a field that names no column.`)
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`
}

/** An absent field is null. */
const valuesOf = (row: object): Value[] => Object.values(row).map((value) => value ?? null)

export const insertRow = (tx: Writer, table: string, row: object): Promise<number> => tx.run(insertion(table, row), valuesOf(row))

/** Inserts a row unless its key exists. @returns whether it was inserted */
export const insertIfNew = async (tx: Writer, table: string, key: string, row: object): Promise<boolean> =>
  (await tx.run(`${insertion(table, row)} ON CONFLICT (${key}) DO NOTHING`, valuesOf(row))) === 1

/** Inserts a row, or updates the one with its key. @param key one or more columns, e.g. `owner, key` */
export function saveRow(tx: Writer, table: string, key: string, row: object): Promise<number> {
  const keys = key.split(', ')
  const changing = Object.keys(row).filter((name) => !keys.includes(name))
  const update = changing.map((name) => `${name} = excluded.${name}`).join(', ')
  return tx.run(`${insertion(table, row)} ON CONFLICT (${key}) DO UPDATE SET ${update}`, valuesOf(row))
}

export const deleteExpired = (tx: Writer, table: string) => tx.run(`DELETE FROM ${table} WHERE expires < $1`, [microseconds()])

/** Inserts a row that expires, and deletes expired rows. @param lasts milliseconds */
export async function insertExpiring(tx: Writer, table: string, row: object, lasts: number): Promise<void> {
  await deleteExpired(tx, table)
  await insertRow(tx, table, { ...row, expires: microseconds() + lasts * 1_000 })
}

/** Takes a row that works once. @returns undefined if it is unknown or expired, or another request came first */
export async function takeOnce<R>(tx: Writer, table: string, column: string, key: string): Promise<R | undefined> {
  const row = await tx.one<R & { expires: Micros }>(`SELECT * FROM ${table} WHERE ${column} = $1`, [key])
  // Only one of two concurrent attempts deletes the row.
  const taken = row !== undefined && (await tx.run(`DELETE FROM ${table} WHERE ${column} = $1`, [key])) === 1
  return taken && row.expires >= microseconds() ? row : undefined
}

/** Counts rows. @param from a query starting at `FROM` */
export async function countRows(reader: Reader, from: string, values: readonly Value[] = []): Promise<number> {
  const row = await reader.one<{ count: number | string }>(`SELECT COUNT(*) AS count ${from}`, values)
  return Number(row?.count)
}
