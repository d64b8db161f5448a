// Reads and writes the rows of permanents.

import { sharesReading } from '@waypost/protocol'
import { findPreferences } from '../account/rows.ts'
import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'

/** The JSON of an account's key; undefined without one. */
export async function findPermanent(reader: Reader, owner: string, key: string): Promise<string | undefined> {
  return (await reader.one<{ data: string }>('SELECT data FROM permanent WHERE owner = $1 AND key = $2', [owner, key]))?.data
}

/** Whether an account tells people when it has read their messages. When its preferences are too long to read, it does not. */
export async function isReadingShared(reader: Reader, owner: string): Promise<boolean> {
  const preferences = await findPreferences(reader, owner)
  return preferences !== 'too long' && sharesReading(preferences)
}

/** What an account keeps: the bytes of one key, and bytes and number of all others. */
export async function keptBeside(
  reader: Reader,
  owner: string,
  key: string,
): Promise<{ own: number; bytes: number; count: number }> {
  const all = 'SELECT COALESCE(SUM(bytes), 0) AS bytes, COUNT(*) AS count FROM permanent WHERE owner = $1'
  const one = 'SELECT bytes FROM permanent WHERE owner = $1 AND key = $2'
  const total = await reader.one<{ bytes: number; count: number }>(all, [owner])
  const own = (await reader.one<{ bytes: number }>(one, [owner, key]))?.bytes
  return { own: own ?? 0, bytes: Number(total?.bytes) - (own ?? 0), count: Number(total?.count) - (own === undefined ? 0 : 1) }
}

export function savePermanent(tx: Writer, owner: string, key: string, data: string, bytes: number): Promise<number> {
  return tx.run(
    `INSERT INTO permanent (owner, key, data, bytes, modified) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (owner, key) DO UPDATE SET data = $3, bytes = $4, modified = $5`,
    [owner, key, data, bytes, microseconds()],
  )
}

export const removePermanent = (tx: Writer, owner: string, key: string) =>
  tx.run('DELETE FROM permanent WHERE owner = $1 AND key = $2', [owner, key])

export const deleteFor = deleteOwned({ table: 'permanent', key: 'key' })
