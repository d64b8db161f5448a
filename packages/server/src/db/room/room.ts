// Keeps an account's rows other than pushes within a number and within its storage, tombstones included.

import { Refusal, type SyncedType } from '@waypost/protocol'
import type { Change } from '../../change.ts'
import { dayMilliseconds } from '../../change.ts'
import type { Reader } from '../db.ts'
import { countRows } from '../write-row.ts'
import { tombstoneBytes, tombstoneMilliseconds, tombstonesPerType } from './deleted-objects.ts'

/** How many rows of a table one account may have. */
export interface Room {
  most: number
  /** The name of these rows in a refusal, and its advice. */
  names: string
  advice: string
  /** Whether a new row is refused when its account's storage is full. Never set for rows that protect an account or sign it in. */
  claims?: true
}

interface RoomyTable {
  table: string
  type: SyncedType
  room: Room
}

type Row = Record<'iden' | 'owner', string> & Record<'active' | 'created', number>

/** Bytes of a row besides its texts, indexes included. */
const rowBytes = 512

/** The bytes that a row counts towards its owner's storage. */
export function bytesOfRow(row: Row): number {
  if (!row.active) return tombstoneBytes
  let bytes = rowBytes
  for (const value of Object.values(row)) if (typeof value === 'string') bytes += Buffer.byteLength(value)
  return bytes
}

/** SQL for the bytes of an account's rows in some tables; an index of each table covers it. */
export const bytesInTables = (tables: readonly { table: string }[], account: string): string =>
  tables.map(({ table }) => `(SELECT COALESCE(SUM(bytes), 0) FROM ${table} WHERE owner = ${account})`).join(' + ')

/**
 * Checks within a change, which has locked the box, that there is room for a row that is new or active again.
 * @throws Refusal `forbidden` if the number is reached, `ratelimited` if too many were deleted recently, `storage_quota`
 */
export async function checkRoom(tx: Change, { table, room }: RoomyTable, row: Row): Promise<void> {
  if (!row.active || (row.created !== 0 && (await isActive(tx, table, row.iden)))) return
  if ((await count(tx, table, row.owner, 1, room.most)) >= room.most) throw new Refusal('forbidden', tooMany(room))
  if (row.created === 0 && (await count(tx, table, row.owner, 0, tombstonesPerType)) >= tombstonesPerType)
    await forgetTombstones(tx, table, row.owner, room)
  if (room.claims) await tx.claim?.(row.owner, bytesOfRow(row))
}

async function isActive(tx: Reader, table: string, iden: string): Promise<boolean> {
  return (await tx.one<{ active: number }>(`SELECT active FROM ${table} WHERE iden = $1`, [iden]))?.active === 1
}

/** Capped at `most`. */
const count = (tx: Reader, table: string, owner: string, active: 0 | 1, most: number) =>
  countRows(tx, `FROM (SELECT 1 AS one FROM ${table} WHERE owner = $1 AND active = ${active} LIMIT ${most}) AS counted`, [owner])

/** Deletes the oldest tombstones, which every device has seen long ago. @throws Refusal `ratelimited` if all are recent */
async function forgetTombstones(tx: Change, table: string, owner: string, { names }: Room): Promise<void> {
  const before = Date.now() * 1_000 - tombstoneMilliseconds * 1_000
  const deleted = await tx.run(
    `DELETE FROM ${table} WHERE iden IN (
       SELECT iden FROM ${table} WHERE owner = $1 AND active = 0 AND modified < $2 ORDER BY modified LIMIT ${tombstonesAtOnce})`,
    [owner, before],
  )
  if (deleted === 0)
    throw Refusal.tooMany(dayMilliseconds, `This account has deleted too many ${names} within a month to add more now.`)
}

const tombstonesAtOnce = 100

const tooMany = ({ most, names, advice }: Room): string =>
  `An account has at most ${most.toLocaleString('en-US')} ${names}. ${advice}`
