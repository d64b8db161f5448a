import type { ReadMarker } from '@waypost/protocol'
import { type Change, type Micros, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { newRow, type SyncedRow, savedTable, saveSynced, syncedFields } from '../db/synced-table.ts'
import { countRows } from '../db/write-row.ts'
import { unchangedAndChanged } from '../push/rows.ts'

/** Beyond this number, read markers of conversations without messages are evicted first. */
export const readMarkersPerAccount = 25_000

/** An account's progress in a conversation: one row for each conversation that the account or the other person has ever read. */
export interface ReadMarkerRow extends SyncedRow {
  conversation: string
  /** A `created` stamp, in microseconds. */
  read_to: number
  /** When the account marked the conversation as unread, in microseconds; 0 if it has viewed it since. */
  marked_unread: Micros
  /** The `created` stamp up to which one of the account's sessions has the conversation. */
  delivered_to: number
  /** The person that the following fields are about; null if unknown. */
  with_iden: string | null
  /** The `created` stamp of this box up to which that person has read the conversation, and when that was reported; 0 if unknown. */
  their_read_to: number
  their_read_at: Micros
  /** The same for what one of that person's sessions has. */
  their_delivered_to: number
  their_delivered_at: Micros
}

/** The new position of a marker, in microseconds; 0 leaves it. */
export interface Move {
  conversation: string
  read_to: number
  delivered_to: number
  /** `marked_unread` of the marker, as far as who reads knows it. */
  marked_unread: number
}

/**
 * Moves a marker forward. A conversation that was marked as unread stays so if it was read before that: by somebody who does not know the
 * mark, and nothing that was created later.
 * @returns the marker, and whether it moved; undefined for a conversation without pushes, as only what exists can be read, and where there
 *   is no room for another marker
 */
export async function moveReadMarker(
  tx: Change,
  owner: string,
  { conversation, ...to }: Move,
): Promise<{ row: ReadMarkerRow; moved: boolean } | undefined> {
  const known = await findReadMarker(tx, owner, conversation)
  if (!known && (Math.max(to.read_to, to.delivered_to) === 0 || !(await hasPushes(tx, owner, conversation)))) return undefined
  if (!known && !(await makeRoom(tx, owner))) return undefined
  const row = known ?? newMarker(owner, conversation)
  const isCurrent = to.marked_unread >= row.marked_unread || to.read_to > row.marked_unread
  const read = isCurrent ? to.read_to : 0
  const newest = Math.max(to.read_to, to.delivered_to)
  const unmarks = read > 0 && row.marked_unread > 0
  if (read <= row.read_to && newest <= row.delivered_to && !unmarks) return { row, moved: false }
  const stamp = tx.stamp(owner)
  // Later pushes get later stamps, so they stay unread even if the caller's clock is ahead.
  const read_to = Math.max(row.read_to, Math.min(read, stamp))
  // A read push has also been delivered.
  const delivered_to = Math.max(row.delivered_to, Math.min(newest, stamp))
  const marked_unread = unmarks ? 0 : row.marked_unread
  return { row: await saveSynced(tx, readMarkers, { ...row, read_to, delivered_to, marked_unread }, { stamp }), moved: true }
}

/** Marks a conversation as unread, from `readTo` if before its marker; undefined without pushes, or without room for a marker. */
export async function markAsUnread(
  tx: Change,
  owner: string,
  conversation: string,
  readTo: Micros,
): Promise<ReadMarkerRow | undefined> {
  const known = await findReadMarker(tx, owner, conversation)
  if (!(await hasPushes(tx, owner, conversation))) return undefined
  if (!known && !(await makeRoom(tx, owner))) return undefined
  const row = known ?? newMarker(owner, conversation)
  const stamp = tx.stamp(owner)
  return saveSynced(tx, readMarkers, { ...row, read_to: Math.min(row.read_to, readTo), marked_unread: stamp }, { stamp })
}

/** Records up to where the other person has read a conversation, and one of their sessions has it. Neither moves back. */
export async function moveTheirMarks(
  tx: Change,
  owner: string,
  conversation: string,
  person: string,
  to: { read: number; delivered: number },
): Promise<void> {
  const known = await findReadMarker(tx, owner, conversation)
  if (!known && !(await makeRoom(tx, owner))) return
  const row = known ?? newMarker(owner, conversation)
  const read = Math.max(to.read, row.their_read_to)
  const delivered = Math.max(to.delivered, read, row.their_delivered_to)
  if (read === row.their_read_to && delivered === row.their_delivered_to) return
  const stamp = tx.stamp(owner)
  const moved: ReadMarkerRow = {
    ...row,
    with_iden: person,
    their_read_to: read,
    their_read_at: read === row.their_read_to ? row.their_read_at : stamp,
    their_delivered_to: delivered,
    their_delivered_at: delivered === row.their_delivered_to ? row.their_delivered_at : stamp,
  }
  await saveSynced(tx, readMarkers, moved, { stamp })
}

/** Forgets the other person's progress in a conversation. */
export const forgetTheirMarks = (tx: Change, row: ReadMarkerRow) => saveSynced(tx, readMarkers, { ...row, ...unknown })

/** Copies the read position of a conversation to another, to which its pushes are about to move. */
export async function copyReadMarker(tx: Change, owner: string, from: string, to: string): Promise<void> {
  const source = await findReadMarker(tx, owner, from)
  if (!source?.active) return
  const target = (await findReadMarker(tx, owner, to)) ?? newMarker(owner, to)
  const moved = { ...target, with_iden: source.with_iden ?? target.with_iden }
  for (const name of forward) moved[name] = Math.max(source[name], target[name])
  moved.marked_unread = Math.max(source.marked_unread, target.marked_unread)
  if (target.created === 0 || [...forward, 'marked_unread' as const].some((name) => moved[name] > target[name]))
    await saveSynced(tx, readMarkers, moved)
}

/** A marker as its owner sees it. */
export function readMarkerObject(row: ReadMarkerRow): ReadMarker {
  const object = syncedFields(row)
  if (!object.active) return object
  const known = shown.filter((name) => row[name] > 0).map((name) => [name, toSeconds(row[name])])
  return { ...object, conversation: row.conversation, read_to: toSeconds(row.read_to), ...Object.fromEntries(known) }
}

const unknown = { with_iden: null, their_read_to: 0, their_read_at: 0, their_delivered_to: 0, their_delivered_at: 0 } as const
const theirs = ['their_read_to', 'their_read_at', 'their_delivered_to', 'their_delivered_at'] as const
const forward = ['read_to', 'delivered_to', ...theirs] as const
const shown = ['marked_unread', 'delivered_to', ...theirs] as const

const newMarker = (owner: string, conversation: string): ReadMarkerRow => ({
  ...newRow(owner),
  conversation,
  read_to: 0,
  marked_unread: 0,
  delivered_to: 0,
  ...unknown,
})

export const readMarkers = savedTable('read_markers', 'read_marker', readMarkerObject, {
  fixed: ['conversation'],
  changing: ['read_to', 'marked_unread', 'delivered_to', 'with_iden', ...theirs],
})

const findReadMarker = (reader: Reader, owner: string, conversation: string) =>
  reader.one<ReadMarkerRow>('SELECT * FROM read_marker WHERE owner = $1 AND conversation = $2', [owner, conversation])

/** How many of the oldest markers are examined when there is no room. */
const oldest = 200

/** Evicts the least recently moved markers of conversations without pushes, whose next push is unread anyway; false if none. */
async function makeRoom(tx: Writer, owner: string): Promise<boolean> {
  // An index has the owner, so no row is read.
  const from = `FROM (SELECT 1 AS one FROM read_marker WHERE owner = $1 LIMIT ${readMarkersPerAccount}) AS counted`
  if ((await countRows(tx, from, [owner])) < readMarkersPerAccount) return true
  const left = unchangedAndChanged(
    (part) => `SELECT 1 AS one FROM push WHERE owner = $1 AND conversation = looked_at.conversation AND active = 1 AND ${part}`,
  )
  const deleted = await tx.run(
    `DELETE FROM read_marker WHERE iden IN (
       SELECT iden FROM (SELECT iden, conversation FROM read_marker WHERE owner = $1 ORDER BY modified LIMIT ${oldest}) AS looked_at
       WHERE NOT EXISTS (${left}))`,
    [owner],
  )
  return deleted > 0
}

const hasPushes = (reader: Reader, owner: string, conversation: string) =>
  reader.one(
    `${unchangedAndChanged((part) => `SELECT 1 AS one FROM push WHERE owner = $1 AND conversation = $2 AND ${part}`)} LIMIT 1`,
    [owner, conversation],
  )

/** A batch of markers in other boxes that show a person's progress. */
export const someMarkersOf = (reader: Reader, person: string, limit: number) =>
  reader.all<ReadMarkerRow>('SELECT * FROM read_marker WHERE with_iden = $1 ORDER BY iden LIMIT $2', [person, limit])

/** Markers of a box that show the other person's progress. */
export const markersWithTheirs = (reader: Reader, owner: string, limit: number) =>
  reader.all<ReadMarkerRow>('SELECT * FROM read_marker WHERE owner = $1 AND with_iden IS NOT NULL ORDER BY modified LIMIT $2', [
    owner,
    limit,
  ])
