// Reads the preferences of web clients, which are kept with the permanents of an account.

import { limits, type PermanentData, preferencesKey } from '@waypost/protocol'
import type { Reader } from '../db/db.ts'

/**
 * The preferences of an account; undefined without any, and `too long` for more than a client may store today: they would be parsed with
 * every answer about the account.
 */
export async function findPreferences(reader: Reader, owner: string): Promise<PermanentData | 'too long' | undefined> {
  const row = await reader.one<{ data: string | null }>(
    `SELECT CASE WHEN bytes <= ${limits.preferencesBytes} THEN data END AS data FROM permanent WHERE owner = $1 AND key = $2`,
    [owner, preferencesKey],
  )
  if (!row) return undefined
  return row.data === null ? 'too long' : (JSON.parse(row.data) as PermanentData)
}
