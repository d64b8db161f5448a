import { normalizeEmail, type Push } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import { type Change, type Micros, microseconds, toSeconds } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { deleteOwned } from '../../db/delete-owned.ts'
import { tombstoneMilliseconds, tombstonesPerType } from '../../db/room/deleted-objects.ts'
import { type SyncedRow, syncedFields, syncedTable } from '../../db/synced-table.ts'
import { countRows, saveRow } from '../../db/write-row.ts'
import { contentOf, type NewPush } from '../content.ts'
import { emptyPush } from '../create/new-push.ts'
import { type PushRow, pushObject, type Self } from '../row.ts'

export const scheduledPushesPerAccount = 100

/** The input of `createPush` without the time and the guid. */
export type ScheduledInput = Omit<NewPush, 'send_at' | 'guid'>

/** A waiting push. As a tombstone it keeps its guid, so that a late retry doesn't schedule it again. */
export interface ScheduledRow extends SyncedRow {
  guid: string
  send_at: Micros
  /** JSON of a `ScheduledInput`; empty in a tombstone. */
  input: string
  with_iden: string | null
  with_email: string | null
  channel_iden: string | null
  source_iden: string | null
  file_url: string | null
  file_size: number | null
  /** Bytes that count towards the storage of its owner. */
  bytes: number
  error_code: string | null
  error_message: string | null
}

export const inputOf = (row: ScheduledRow) => JSON.parse(row.input) as ScheduledInput

/** A waiting push as its owner sees it. */
export function scheduledObject(row: ScheduledRow, self: Self): Push {
  const object = syncedFields(row)
  if (!object.active) return object
  const { email_skipped, dismissed, ...push } = pushObject(draftOf(row), self)
  return {
    ...push,
    ...object,
    send_at: toSeconds(row.send_at),
    ...(row.error_code !== null && { not_sent: { code: row.error_code, message: row.error_message ?? '' } }),
  }
}

/** The push as it would be if sent now. */
function draftOf(row: ScheduledRow): PushRow {
  const input = inputOf(row)
  return {
    ...emptyPush(row.iden, row.owner),
    guid: row.guid,
    ...contentOf(input),
    file_size: row.file_size,
    direction: row.source_iden !== null ? 'incoming' : row.with_email === null ? 'self' : 'outgoing',
    with_iden: row.with_iden,
    with_email: row.with_email,
    with_email_normalized: row.with_email && normalizeEmail(row.with_email),
    target_device_iden: input.device_iden ?? null,
    source_device_iden: input.source_device_iden ?? null,
    reply_to: input.reply_to ?? null,
    channel_iden: row.channel_iden,
    source_iden: row.source_iden,
    update_id: input.update_id ?? null,
    client_iden: input.client_iden ?? null,
  }
}

export const scheduledPushes = syncedTable('scheduled_pushes', 'scheduled_push', scheduledObject, ['input'])

export const findScheduledByGuid = (reader: Reader, owner: string, guid: string) =>
  reader.one<ScheduledRow>('SELECT * FROM scheduled_push WHERE owner = $1 AND guid = $2', [owner, guid])

/** A batch of waiting pushes, in any box, to a person whose address has changed. */
export const someScheduledFor = (reader: Reader, person: Pick<Account, 'iden' | 'email'>, most: number) =>
  reader.all<ScheduledRow>('SELECT * FROM scheduled_push WHERE with_iden = $1 AND with_email <> $2 ORDER BY iden LIMIT $3', [
    person.iden,
    person.email,
    most,
  ])

/** The waiting messages of a source, in its owner's box. */
export const waitingOfSource = (reader: Reader, source: string) =>
  reader.all<ScheduledRow>(
    'SELECT * FROM scheduled_push WHERE source_iden = $1 AND active = 1 AND error_code IS NULL ORDER BY created',
    [source],
  )

/** The number of an account's waiting pushes. */
export const countScheduled = (reader: Reader, owner: string) =>
  countRows(reader, 'FROM scheduled_push WHERE owner = $1 AND active = 1', [owner])

/** Makes room for one more row of an account by deleting the oldest rows of pushes sent or deleted long ago; false if it can't. */
export async function makeRoom(tx: Writer, owner: string): Promise<boolean> {
  const most = tombstonesPerType + scheduledPushesPerAccount
  // An index has the owner, so no row is read.
  const from = `FROM (SELECT 1 AS one FROM scheduled_push WHERE owner = $1 LIMIT ${most}) AS counted`
  if ((await countRows(tx, from, [owner])) < most) return true
  const before = microseconds() - tombstoneMilliseconds * 1_000
  const deleted = await tx.run(
    `DELETE FROM scheduled_push WHERE iden IN (
       SELECT iden FROM scheduled_push WHERE owner = $1 AND active = 0 AND modified < $2 ORDER BY modified LIMIT 100)`,
    [owner, before],
  )
  return deleted > 0
}

/** Writes a new or changed waiting push, with the next stamp of its owner's box. */
export async function saveScheduled(tx: Change, row: ScheduledRow, self: Self): Promise<Push> {
  const stamp = tx.stamp(row.owner)
  const saved: ScheduledRow = { ...row, modified: stamp, created: row.created || stamp }
  await saveRow(tx, 'scheduled_push', 'iden', saved)
  const object = scheduledObject(saved, self)
  tx.wrote(row.owner, 'scheduled_pushes', object)
  return object
}

/** Turns a waiting push into a tombstone. */
export const eraseScheduled = (tx: Change, row: ScheduledRow, self: Self) =>
  saveScheduled(
    tx,
    {
      ...row,
      active: 0,
      input: '',
      with_iden: null,
      with_email: null,
      channel_iden: null,
      source_iden: null,
      file_url: null,
      file_size: null,
      bytes: 0,
      error_code: null,
      error_message: null,
    },
    self,
  )

/** An account's waiting pushes that have files. */
export const scheduledFilesOf = (reader: Reader, owner: string) =>
  reader.all<ScheduledRow>('SELECT * FROM scheduled_push WHERE owner = $1 AND active = 1 AND file_url IS NOT NULL', [owner])

export const deleteScheduledOf = deleteOwned({ table: 'scheduled_push' })
