import type { Text } from '@waypost/protocol'
import type { Change } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { saveRow } from '../db/write-row.ts'
import { filled } from '../objects.ts'

/** The maximum texts of an account waiting for its phone. */
export const waitingTextsPerAccount = 1_000

export interface TextRow extends SyncedRow {
  /** Outlives the text, so that a late retry does not send it again. */
  guid: string | null
  /** JSON; null in a tombstone. */
  data: string | null
  file_url: string | null
}

export type TextContent = NonNullable<Text['data']>

export const findTextByGuid = (reader: Reader, owner: string, guid: string) =>
  reader.one<TextRow>('SELECT * FROM text_message WHERE owner = $1 AND guid = $2', [owner, guid])

/** Saves a text. */
export const saveText = (tx: Change, text: TextRow) => saveSynced(tx, texts, text)

/** Turns a text into a tombstone, which keeps its iden and guid but no content. */
export const eraseText = (tx: Change, text: TextRow) => saveText(tx, { ...text, active: 0, data: null, file_url: null })

/** A text as its owner sees it. */
export const textObject = (row: TextRow): Text =>
  syncedObject(row, () => ({ data: JSON.parse(row.data ?? '{}') as TextContent, ...filled({ file_url: row.file_url }) }))

export const texts = savedTable('texts', 'text_message', textObject, {
  fixed: ['guid'],
  changing: ['data', 'file_url'],
  long: ['data', 'file_url'],
  room: {
    most: waitingTextsPerAccount,
    names: 'SMS that wait for its phone',
    advice: 'Wait until it has sent some.',
    claims: true,
  },
})

/** The number of texts that an account has sent in a month, e.g. `2025-04`. */
export async function textsSent(reader: Reader, owner: string, month: string): Promise<number> {
  const row = await reader.one<{ count: number }>('SELECT count FROM reply_count WHERE owner = $1 AND month = $2', [owner, month])
  return row?.count ?? 0
}

export function saveTextsSent(tx: Writer, owner: string, month: string, count: number): Promise<number> {
  return saveRow(tx, 'reply_count', 'owner', { owner, month, count })
}

export const deleteFor = deleteOwned({ table: 'text_message' }, { table: 'reply_count', key: 'owner' })
