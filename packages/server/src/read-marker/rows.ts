import type { ReadMarker } from '@waypost/protocol'
import { type BoxRow, boxType } from '../box.ts'
import { type Change, toSeconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { objectIden } from '../iden.ts'

/** How far an account has read one conversation. There is one row for each that was ever read. */
export interface ReadMarkerRow extends BoxRow {
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
    created: known?.created ?? stamp,
    modified: stamp,
    conversation,
    // What will be created gets later stamps than this one, so it is unread whatever clock the caller goes by.
    read_to: Math.min(readTo, stamp),
  }
  await tx.run(upsert, [row.iden, owner, 1, row.created, row.modified, conversation, row.read_to])
  tx.wrote(owner, 'read_markers', readMarkerObject(row))
  return row
}

/** A marker as its owner sees it. */
export function readMarkerObject(row: ReadMarkerRow): ReadMarker {
  const object = { iden: row.iden, active: row.active === 1, created: toSeconds(row.created), modified: toSeconds(row.modified) }
  return object.active ? { ...object, conversation: row.conversation, read_to: toSeconds(row.read_to) } : object
}

export const readMarkers = boxType('read_markers', 'read_marker', readMarkerObject)

const findReadMarker = (reader: Reader, owner: string, conversation: string) =>
  reader.one<ReadMarkerRow>('SELECT * FROM read_marker WHERE owner = $1 AND conversation = $2', [owner, conversation])

const hasPushes = (reader: Reader, owner: string, conversation: string) =>
  reader.one('SELECT 1 AS one FROM push WHERE owner = $1 AND conversation = $2 LIMIT 1', [owner, conversation])

const upsert = `
  INSERT INTO read_marker (iden, owner, active, created, modified, conversation, read_to) VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (iden) DO UPDATE SET modified = $5, read_to = $7`
