// Reads and writes the rows of read markers.

import type { ReadMarker } from '@waypost/protocol'
import { type Change, toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { type SyncedRow, savedTable, saveSynced, syncedFields } from '../db/synced-table.ts'
import { objectIden } from '../iden.ts'

/** How far an account has read a conversation. There is one row for each conversation that was ever read. */
export interface ReadMarkerRow extends SyncedRow {
  conversation: string
  /** A `created` stamp, in microseconds. */
  read_to: number
}

/** Moves a marker forward. @returns undefined for a conversation without pushes: only what exists can be read */
export async function moveReadMarker(
  tx: Change,
  owner: string,
  conversation: string,
  readTo: number,
): Promise<ReadMarkerRow | undefined> {
  const known = await findReadMarker(tx, owner, conversation)
  if (known ? known.read_to >= readTo : !(await hasPushes(tx, owner, conversation))) return known
  const stamp = tx.stamp(owner)
  const row: ReadMarkerRow = {
    iden: known?.iden ?? objectIden(owner),
    owner,
    active: 1,
    created: known?.created ?? 0,
    modified: 0,
    conversation,
    // Later pushes get later stamps, so they stay unread even if the caller's clock is ahead.
    read_to: Math.min(readTo, stamp),
  }
  return saveSynced(tx, readMarkers, row, stamp)
}

/** Marks a conversation as read as far as another one, whose pushes are about to move to it. */
export async function copyReadMarker(tx: Change, owner: string, from: string, to: string): Promise<void> {
  const [source, target] = [await findReadMarker(tx, owner, from), await findReadMarker(tx, owner, to)]
  if (!source?.active || (target && target.read_to >= source.read_to)) return
  const fresh = { iden: objectIden(owner), owner, active: 1, created: 0, modified: 0, conversation: to }
  await saveSynced(tx, readMarkers, { ...(target ?? fresh), read_to: source.read_to })
}

/** A marker as its owner sees it. */
export function readMarkerObject(row: ReadMarkerRow): ReadMarker {
  const object = syncedFields(row)
  return object.active ? { ...object, conversation: row.conversation, read_to: toSeconds(row.read_to) } : object
}

export const readMarkers = savedTable('read_markers', 'read_marker', readMarkerObject, {
  fixed: ['conversation'],
  changing: ['read_to'],
})

const findReadMarker = (reader: Reader, owner: string, conversation: string) =>
  reader.one<ReadMarkerRow>('SELECT * FROM read_marker WHERE owner = $1 AND conversation = $2', [owner, conversation])

const hasPushes = (reader: Reader, owner: string, conversation: string) =>
  reader.one('SELECT 1 AS one FROM push WHERE owner = $1 AND conversation = $2 LIMIT 1', [owner, conversation])

export const deleteFor = deleteOwned({ table: 'read_marker' })
