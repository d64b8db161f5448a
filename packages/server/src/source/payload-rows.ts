// Keeps the last payload that a webhook brought to each source.

import { type Micros, microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'

/** Characters of a payload that is kept; a longer one is not, as a part of it would be no JSON. */
export const keptPayload = 65_536

interface PayloadRow {
  payload: string
  /** JSON. */
  headers: string
  received: Micros
}

/** Keeps a payload in place of the one before it. */
export const savePayload = (tx: Writer, source: string, payload: string, headers: object) =>
  tx.run(
    `INSERT INTO source_payload (source, payload, headers, received) VALUES ($1, $2, $3, $4)
     ON CONFLICT (source) DO UPDATE SET payload = excluded.payload, headers = excluded.headers, received = excluded.received`,
    [source, payload, JSON.stringify(headers), microseconds()],
  )

/** The last payload of a source, and the headers that came with it; undefined if there was none. */
export async function lastPayload(
  reader: Reader,
  source: string,
): Promise<{ payload: string; headers: Record<string, string> } | undefined> {
  const row = await reader.one<PayloadRow>('SELECT * FROM source_payload WHERE source = $1', [source])
  return row && { payload: row.payload, headers: JSON.parse(row.headers) as Record<string, string> }
}

export const deletePayload = (tx: Writer, source: string) => tx.send('DELETE FROM source_payload WHERE source = $1', [source])
