import { type PermanentData, sharesPresence, sharesReading } from '@waypost/protocol'
import { findPreferences } from '../account/rows.ts'
import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { saveRow } from '../db/write-row.ts'

/** The JSON of an account's key, as text or UTF-8; undefined if there is none. */
export async function findPermanent(reader: Reader, owner: string, key: string): Promise<string | Buffer | undefined> {
  const row = await reader.one<{ data: string | Uint8Array }>(
    `SELECT ${dataOf[reader.engine]} AS data FROM permanent WHERE owner = $1 AND key = $2`,
    [owner, key],
  )
  if (!row) return undefined
  const { data } = row
  return typeof data === 'string' ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
}

/** Node.js takes ten times as long to make a string of 8 MB from SQLite as to get its bytes. */
const dataOf = { sqlite: 'CAST(data AS BLOB)', postgres: 'data' }

/** Whether an account tells people when it has read their messages. */
export const isReadingShared = (reader: Reader, owner: string) => isShared(reader, owner, sharesReading)

/** Whether an account shows people when it is online or typing. */
export const isPresenceShared = (reader: Reader, owner: string) => isShared(reader, owner, sharesPresence)

/** Not shared if the preferences are too long to read. */
async function isShared(
  reader: Reader,
  owner: string,
  shares: (preferences: PermanentData | undefined) => boolean,
): Promise<boolean> {
  const preferences = await findPreferences(reader, owner)
  return preferences !== 'too long' && shares(preferences)
}

/** The permanents of an account: the bytes of one key, and the bytes and number of all others. */
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

export const savePermanent = (tx: Writer, owner: string, key: string, data: string, bytes: number) =>
  saveRow(tx, 'permanent', 'owner, key', { owner, key, data, bytes, modified: microseconds() })

export const removePermanent = (tx: Writer, owner: string, key: string) =>
  tx.run('DELETE FROM permanent WHERE owner = $1 AND key = $2', [owner, key])

export const deleteFor = deleteOwned({ table: 'permanent', key: 'key' })

/** The type of the job that deletes an account's read markers from other people's boxes, once it no longer shares them. */
export const readingHidden = 'reading-hidden'
