import type { Text } from '@waypost/protocol'
import { type BoxRow, boxType } from '../box.ts'
import { type Change, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { filled } from '../paging.ts'

export interface TextRow extends BoxRow {
  /** Outlives the text, so that a late retry does not send it again. */
  guid: string | null
  /** JSON; null in a tombstone. */
  data: string | null
  file_url: string | null
}

export type TextContent = NonNullable<Text['data']>

export const findTextByGuid = (reader: Reader, owner: string, guid: string) =>
  reader.one<TextRow>('SELECT * FROM text_message WHERE owner = $1 AND guid = $2', [owner, guid])

/** Writes a text, new or changed, with the next stamp of its owner's box. */
export async function saveText(tx: Change, text: TextRow): Promise<TextRow> {
  const modified = tx.stamp(text.owner)
  const row: TextRow = { ...text, modified, created: text.created || modified }
  await tx.run(upsert, [row.iden, row.owner, row.active, row.created, row.modified, row.guid, row.data, row.file_url])
  tx.wrote(row.owner, 'texts', textObject(row))
  return row
}

/** Leaves a tombstone: the text's iden and guid, and nothing of what it said. */
export const eraseText = (tx: Change, text: TextRow) => saveText(tx, { ...text, active: 0, data: null, file_url: null })

/** A text as its owner sees it. */
export function textObject(row: TextRow): Text {
  const object = { iden: row.iden, active: row.active === 1, created: toSeconds(row.created), modified: toSeconds(row.modified) }
  if (!object.active) return object
  return { ...object, data: JSON.parse(row.data ?? '{}') as TextContent, ...filled({ file_url: row.file_url }) }
}

export const texts = boxType('texts', 'text_message', textObject, ['data', 'file_url'])

/** How many texts an account has sent in a month, which is written as `2025-04`. */
export async function textsSent(reader: Reader, owner: string, month: string): Promise<number> {
  const row = await reader.one<{ count: number }>('SELECT count FROM reply_count WHERE owner = $1 AND month = $2', [owner, month])
  return row?.count ?? 0
}

export function saveTextsSent(tx: Writer, owner: string, month: string, count: number): Promise<number> {
  return tx.run(
    `INSERT INTO reply_count (owner, month, count) VALUES ($1, $2, $3)
     ON CONFLICT (owner) DO UPDATE SET month = $2, count = $3`,
    [owner, month, count],
  )
}

const upsert = `
  INSERT INTO text_message (iden, owner, active, created, modified, guid, data, file_url)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (iden) DO UPDATE SET active = $3, modified = $5, data = $7, file_url = $8`
