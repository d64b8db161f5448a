import { type Micros, microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'

/** The maximum characters of a stored payload; a longer one is not stored, because a part of it would not be valid JSON. */
export const keptPayload = 65_536

interface PayloadRow {
  payload: string
  headers: string
  received: Micros
}

/** Stores a payload in place of the previous one. */
export const savePayload = (tx: Writer, source: string, payload: string, headers: object) =>
  tx.run(
    `INSERT INTO source_payload (source, payload, headers, received) VALUES ($1, $2, $3, $4)
     ON CONFLICT (source) DO UPDATE SET payload = excluded.payload, headers = excluded.headers, received = excluded.received`,
    [source, payload, JSON.stringify(headers), microseconds()],
  )

/** The last payload of a source, with its headers; undefined if there was none. */
export async function lastPayload(
  reader: Reader,
  source: string,
): Promise<{ payload: string; headers: Record<string, string> } | undefined> {
  const row = await reader.one<PayloadRow>('SELECT * FROM source_payload WHERE source = $1', [source])
  return row && { payload: row.payload, headers: JSON.parse(row.headers) as Record<string, string> }
}

export const deletePayload = (tx: Writer, source: string) => tx.send('DELETE FROM source_payload WHERE source = $1', [source])
