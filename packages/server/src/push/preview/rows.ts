import { findPreferences } from '../../account/rows.ts'
import type { Micros } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { insertRow, saveRow } from '../../db/write-row.ts'

/** The fetched preview of a link. */
export interface PreviewRow {
  /** The secret in its pictures' URLs, and their name in the file store. */
  iden: string
  /** The digest of the fetched address. */
  link: string
  /** Until when further pushes get it, in microseconds. */
  ends: Micros
  /** JSON; null when there was nothing to show. */
  shown: string | null
  picture_type: string | null
  icon_type: string | null
  /** The account for which it was fetched; null in rows of an earlier version. */
  owner: string | null
  bytes: number
}

interface WaitRow {
  push: string
  owner: string
  link: string
  url: string
}

/** The preview that pushes with a link currently get. */
export const currentPreview = (reader: Reader, link: string, now: Micros) =>
  reader.one<PreviewRow>('SELECT * FROM link_preview WHERE link = $1 AND ends > $2 ORDER BY ends DESC LIMIT 1', [link, now])

export const findPreview = (reader: Reader, iden: string) =>
  reader.one<PreviewRow>('SELECT * FROM link_preview WHERE iden = $1', [iden])

/** The bytes of pictures stored for an account. */
export async function pictureBytesOf(reader: Reader, owner: string): Promise<number> {
  const row = await reader.one<{ bytes: number | string | null }>(
    'SELECT SUM(bytes) AS bytes FROM link_preview WHERE owner = $1',
    [owner],
  )
  return Number(row?.bytes ?? 0)
}

export const insertPreview = (tx: Writer, row: PreviewRow) => insertRow(tx, 'link_preview', row)

/** Makes a preview available to pushes from now on. */
export const openPreview = (tx: Writer, iden: string, ends: Micros) =>
  tx.run('UPDATE link_preview SET ends = $2 WHERE iden = $1', [iden, ends])

export const deletePreview = (tx: Writer, iden: string) => tx.run('DELETE FROM link_preview WHERE iden = $1', [iden])

/** Whether any push shows a preview. */
export const isShown = async (reader: Reader, iden: string): Promise<boolean> =>
  (await reader.one('SELECT 1 AS one FROM push WHERE preview_iden = $1 LIMIT 1', [iden])) !== undefined

/** Makes a push wait for the preview of a link, in place of its previous link's. */
export const insertWait = (tx: Writer, row: WaitRow) => saveRow(tx, 'link_preview_wait', 'push', row)

/** A batch of pushes waiting for the preview of a link. */
export const someWaits = (reader: Reader, link: string, limit: number) =>
  reader.all<WaitRow>('SELECT * FROM link_preview_wait WHERE link = $1 ORDER BY push LIMIT $2', [link, limit])

export const deleteWait = (tx: Writer, { push, link }: WaitRow) =>
  tx.run('DELETE FROM link_preview_wait WHERE push = $1 AND link = $2', [push, link])

/** Whether an account wants previews of the links it sends. */
export async function wantsPreviews(reader: Reader, owner: string): Promise<boolean> {
  const preferences = await findPreferences(reader, owner)
  return preferences === undefined || (preferences !== 'too long' && preferences.link_previews !== false)
}
