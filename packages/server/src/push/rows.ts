import type { Push } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Change, Micros } from '../change.ts'
import type { Query, Reader, Writer } from '../db/db.ts'
import { bytesOf, countFitting } from '../db/pages.ts'
import { tombstoneBytes } from '../db/room/deleted-objects.ts'
import { syncedTable } from '../db/synced-table.ts'
import { countRows } from '../db/write-row.ts'
import { countMessages } from '../source/rows.ts'
import { type PushRow, pushObject, type Self, untouched } from './row.ts'
import { unindexPush } from './search/rows.ts'

/** The columns that may exceed one line. */
export const long = ['title', 'body', 'url', 'file_url', 'image_url', 'awake_app_guids', 'preview']

/** A query of a conversation's pushes in two parts: never changed, which have one index of conversations, and changed. */
export const unchangedAndChanged = (select: (part: string) => string): string =>
  `${select('modified = created')} UNION ALL ${select('modified <> created')}`

/** Whether a box has any file, any link sent to a person, and any push sent to a person. */
export async function activityOf(reader: Reader, owner: string): Promise<{ links: boolean; files: boolean; chat: boolean }> {
  const any = async (where: string) =>
    (await reader.one(`SELECT 1 AS one FROM push WHERE owner = $1 AND active = 1 AND ${where} LIMIT 1`, [owner])) !== undefined
  return {
    links: await any(`direction = 'outgoing' AND type = 'link'`),
    files: await any(`type = 'file'`),
    chat: await any(`direction = 'outgoing'`),
  }
}

export const pushByGuid = (owner: string, guid: string): Query => ({
  sql: 'SELECT * FROM push WHERE owner = $1 AND guid = $2',
  values: [owner, guid],
})

export function findPushByGuid(reader: Reader, owner: string, guid: string): Promise<PushRow | undefined> {
  const { sql, values } = pushByGuid(owner, guid)
  return reader.one<PushRow>(sql, values)
}

/** A push by its iden, of any owner. */
export const findPush = (reader: Reader, iden: string) => reader.one<PushRow>('SELECT * FROM push WHERE iden = $1', [iden])

/** The latest posts of a channel, from its owner's box. */
export const recentPosts = (reader: Reader, channel: string, limit: number) =>
  reader.all<PushRow>(
    `SELECT * FROM push WHERE channel_iden = $1 AND direction = 'self' AND active = 1 ORDER BY created DESC, iden DESC LIMIT $2`,
    [channel, limit],
  )

/** The columns of a post that a list of channels needs. */
export type PostBeginning = Pick<PushRow, 'iden' | 'channel_iden' | 'created' | 'type' | 'title' | 'body' | 'url' | 'file_name'>

/** The first characters of the latest post of each of some channels, if it has one, from the owners' boxes. */
export const latestPosts = (reader: Reader, channels: readonly string[], length: number) =>
  reader.all<PostBeginning>(
    `SELECT iden, channel_iden, created, type, file_name,
       SUBSTR(title, 1, ${length}) AS title, SUBSTR(body, 1, ${length}) AS body, SUBSTR(url, 1, ${length}) AS url
     FROM push WHERE iden IN (
       SELECT (SELECT iden FROM push WHERE channel_iden = channel.iden AND direction = 'self' AND active = 1
         ORDER BY created DESC, iden DESC LIMIT 1)
       FROM channel WHERE iden IN (${channels.map((_, at) => `$${at + 1}`)}))`,
    channels,
  )

/** At most one page of an account's pushes, including tombstones; empty when none are left. */
export const somePushesOf = (reader: Reader, owner: string, limit: number) => pushesAfter(reader, owner, -1, limit)

export function deletePushRow(tx: Writer, push: PushRow): Promise<number> {
  unindexPush(tx, push)
  return tx.run('DELETE FROM push WHERE iden = $1', [push.iden])
}

/** Clears the payer of some pushes in other boxes, so that they count towards no storage. @returns how many */
export const forgetPayer = (tx: Writer, payer: string, limit: number) =>
  tx.run('UPDATE push SET payer = NULL WHERE iden IN (SELECT iden FROM push WHERE payer = $1 AND payer <> owner LIMIT $2)', [
    payer,
    limit,
  ])

/** Pushes in order of their last change, after a stamp, with tombstones; at most a page of a list, so fewer if they are long. */
export async function pushesAfter(reader: Reader, owner: string, after: number, limit: number): Promise<PushRow[]> {
  const next = (columns: string) => `SELECT ${columns} FROM push WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3`
  const sizes = { sql: next(`${bytesOf(long)} AS bytes`), values: [owner, after, limit] }
  return reader.all<PushRow>(next('*'), [owner, after, await countFitting(reader, sizes, limit)])
}

/** Whether any push refers to a file, or any text or picture of its owner, even by another address of this server. */
export async function isFileNeeded(reader: Reader, owner: string, key: string, url: string): Promise<boolean> {
  for (const table of ['push', 'scheduled_push'])
    if (await reader.one(`SELECT 1 AS one FROM ${table} WHERE file_url = $1 LIMIT 1`, [url])) return true
  const found = await reader.one(
    `SELECT 1 AS one FROM text_message WHERE owner = $1 AND file_url LIKE $2
     UNION ALL SELECT 1 FROM channel WHERE owner = $1 AND image_url LIKE $2
     UNION ALL SELECT 1 FROM account WHERE iden = $1 AND image_url LIKE $2
     UNION ALL SELECT 1 FROM client WHERE owner = $1 AND image_url LIKE $2
     UNION ALL SELECT 1 FROM source WHERE owner = $1 AND image_url LIKE $2 LIMIT 1`,
    [owner, `%/files/${key}/%`],
  )
  return found !== undefined
}

/** The users of an OAuth client in the order of their idens, starting after a given one. */
export const usersAfter = (reader: Reader, client: string, after: string, limit: number) =>
  reader.all<Pick<Account, 'iden' | 'email' | 'email_normalized'>>(
    `SELECT account.iden, account.email, account.email_normalized FROM app_grant JOIN account ON account.iden = app_grant.owner
     WHERE app_grant.client_iden = $1 AND app_grant.active = 1 AND app_grant.owner > $2
     ORDER BY app_grant.owner LIMIT $3`,
    [client, after, limit],
  )

/** Writes a new push with the next stamp of its owner's box. */
export async function insertPush(tx: Change, push: PushRow, self: Self): Promise<Push> {
  const stamp = tx.stamp(push.owner)
  const row: PushRow = { ...push, created: stamp, modified: stamp }
  tx.send(
    insert,
    columns.map((name) => row[name]),
  )
  const object = pushObject(row, self)
  tx.wrote(push.owner, 'pushes', object)
  return object
}

/** Writes the changeable columns of a push. */
export async function savePush(tx: Change, push: PushRow, self: Self): Promise<Push> {
  const row = { ...push, modified: tx.stamp(push.owner) }
  await tx.run(save, [row.iden, ...saved.map((name) => row[name])])
  const object = pushObject(row, self)
  tx.wrote(row.owner, 'pushes', object)
  return object
}

/** The push that has an update id in a conversation. */
export const findPushByUpdateId = (reader: Reader, owner: string, conversation: string, updateId: string) =>
  reader.one<PushRow>(
    `SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND update_id = $3 AND active = 1 ORDER BY created DESC LIMIT 1`,
    [owner, conversation, updateId],
  )

/** Brings a push back to its owner as unread: `reminded` is the stamp of this change. */
export async function bringBack(tx: Change, push: PushRow, self: Self): Promise<void> {
  const stamp = tx.stamp(push.owner)
  const row: PushRow = { ...push, modified: stamp, reminded: stamp, remind_at: null, dismissed: 0 }
  await tx.run('UPDATE push SET modified = $2, reminded = $2, remind_at = NULL, dismissed = 0 WHERE iden = $1', [row.iden, stamp])
  tx.wrote(row.owner, 'pushes', pushObject(row, self))
}

/** A batch of expired pushes of any box, earliest first. */
export const expiredPushes = (reader: Reader, now: Micros, limit: number) =>
  reader.all<Pick<PushRow, 'iden' | 'owner'>>(
    'SELECT iden, owner FROM push WHERE expires <= $1 AND expires IS NOT NULL AND active = 1 ORDER BY expires LIMIT $2',
    [now, limit],
  )

/** When the next push expires. */
export async function nextExpiry(reader: Reader): Promise<Micros | undefined> {
  const row = await reader.one<{ expires: Micros }>(
    'SELECT expires FROM push WHERE expires IS NOT NULL AND active = 1 ORDER BY expires LIMIT 1',
  )
  return row && Number(row.expires)
}

/** Deletes some tombstones of source messages deleted before a given time. */
export const deleteSourceTombstones = (tx: Writer, before: Micros, limit: number) =>
  tx.run(
    `DELETE FROM push WHERE iden IN (
       SELECT iden FROM push WHERE source_iden IS NOT NULL AND active = 0 AND modified < $1 ORDER BY modified LIMIT $2)`,
    [before, limit],
  )

/** The number of an account's pushes with a reminder. */
export const countReminders = (reader: Reader, owner: string) =>
  countRows(reader, 'FROM push WHERE owner = $1 AND remind_at IS NOT NULL', [owner])

/** A batch of pushes of a conversation with a person, including tombstones and those from before the person had an account. */
export const somePushesWith = (reader: Reader, owner: string, conversation: string, person: string, limit: number) =>
  reader.all<PushRow>(
    `${unchangedAndChanged(
      (part) => `SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND ${part} AND (with_iden = $3 OR with_iden IS NULL)`,
    )} LIMIT $4`,
    [owner, conversation, person, limit],
  )

/**
 * The undismissed incoming pushes among at least the latest `limit` of a conversation up to a stamp, latest first, at most `limit`; without
 * those that have come back.
 */
export const undismissedUpTo = (reader: Reader, owner: string, conversation: string, upTo: Micros, limit: number) =>
  reader.all<PushRow>(
    `SELECT * FROM (
       SELECT * FROM (
         SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND modified = created AND active = 1 AND modified <= $3
         ORDER BY modified DESC LIMIT $4) AS unchanged
       UNION ALL
       SELECT * FROM (
         SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND modified <> created AND active = 1 AND created <= $3
         ORDER BY created DESC LIMIT $4) AS changed
     ) AS either WHERE direction = 'incoming' AND dismissed = 0 AND reminded IS NULL ORDER BY created DESC LIMIT $4`,
    [owner, conversation, upTo, limit],
  )

/** Moves a push to the conversation of the other person's new address. */
export async function readdressPush(
  tx: Change,
  push: PushRow,
  person: Pick<Account, 'email' | 'email_normalized'>,
  conversation: string,
  self: Self,
): Promise<void> {
  const { email: with_email, email_normalized: with_email_normalized } = person
  const row: PushRow = { ...push, with_email, with_email_normalized, conversation, modified: tx.stamp(push.owner) }
  await tx.run('UPDATE push SET with_email = $2, with_email_normalized = $3, conversation = $4, modified = $5 WHERE iden = $1', [
    row.iden,
    with_email,
    with_email_normalized,
    conversation,
    row.modified,
  ])
  tx.wrote(row.owner, 'pushes', pushObject(row, self))
}

/** Records that the sender deleted a push for everyone, for the copies that are updated later. */
export const markDeletedForEveryone = (tx: Writer, iden: string) =>
  tx.run('UPDATE push SET deleted_by_sender = 1 WHERE iden = $1', [iden])

/** Turns a push into a tombstone, which keeps its iden, guid and conversation. It still counts towards the payer's storage. */
export async function erasePush(tx: Change, push: PushRow, self: Self): Promise<void> {
  const row = { ...push, active: 0, modified: tx.stamp(push.owner) }
  await tx.run(erase, [row.iden, row.modified])
  if (push.source_iden !== null && push.active) countMessages(tx, push.source_iden, -1)
  unindexPush(tx, push)
  tx.wrote(row.owner, 'pushes', pushObject(row, self))
}

/** Restores a deleted push to its earlier state. */
export async function restoreRow(tx: Change, push: PushRow, self: Self): Promise<Push> {
  const row: PushRow = { ...push, modified: tx.stamp(push.owner) }
  await tx.run(restore, [row.iden, ...restored.map((name) => row[name])])
  if (push.source_iden !== null) countMessages(tx, push.source_iden, 1)
  const object = pushObject(row, self)
  tx.wrote(row.owner, 'pushes', object)
  return object
}

export const pushes = syncedTable('pushes', 'push', pushObject, long)

/** The columns written for a new push. */
export const columns = [
  'iden',
  'owner',
  'active',
  'created',
  'modified',
  'guid',
  'conversation',
  'type',
  'direction',
  'dismissed',
  'with_iden',
  'with_email',
  'with_email_normalized',
  'with_name',
  'with_image_url',
  'target_device_iden',
  'source_device_iden',
  'client_iden',
  'channel_iden',
  'awake_app_guids',
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'file_size',
  'image_url',
  'image_width',
  'image_height',
  'display',
  'email_skipped',
  'payer',
  'bytes',
  'original',
  'reply_to',
  'preview',
  'preview_iden',
  'source_iden',
  'update_id',
  'expires',
  'message_id',
  'foreign_fields',
] as const satisfies readonly (keyof PushRow)[]

const insert = `INSERT INTO push (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`

const saved = [
  'modified',
  'dismissed',
  'type',
  'title',
  'body',
  'url',
  'bytes',
  'edited',
  'pinned',
  'reaction',
  'with_reaction',
  'ticked',
  'remind_at',
  'tags',
  'preview',
  'preview_iden',
  'press',
] as const satisfies readonly (keyof PushRow)[]

/** A statement that updates columns of one push: `$1` is its iden, and the values follow in order. */
export const updateOf = (names: readonly string[]): string =>
  `UPDATE push SET ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE iden = $1`

const save = updateOf(saved)

const erase = `
  UPDATE push SET active = 0, modified = $2, with_email = NULL, with_name = NULL, with_image_url = NULL, awake_app_guids = NULL,
    target_device_iden = NULL, source_device_iden = NULL, title = NULL, body = NULL, url = NULL, file_name = NULL, file_type = NULL,
    file_url = NULL, file_size = NULL, image_url = NULL, image_width = NULL, image_height = NULL, display = NULL, email_skipped = 0,
    bytes = ${tombstoneBytes}, reply_to = NULL, edited = NULL, pinned = NULL, reaction = NULL, with_reaction = NULL,
    ticked = NULL, remind_at = NULL, reminded = NULL, tags = NULL, preview = NULL, preview_iden = NULL,
    update_id = NULL, expires = NULL, foreign_fields = NULL, press = NULL
  WHERE iden = $1`

/** The columns that a deletion may clear. */
const restored = [
  ...columns.filter(
    (name) => !['iden', 'owner', 'created', 'guid', 'conversation', 'direction', 'source_iden', 'message_id'].includes(name),
  ),
  ...(Object.keys(untouched) as (keyof typeof untouched)[]),
  'press',
  'deleted_by_sender',
] as const satisfies readonly (keyof PushRow)[]

const restore = updateOf(restored)
