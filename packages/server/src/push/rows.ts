// Reads and writes the rows of pushes, and shows a row as a push to its owner.

import type { Push } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type SyncedRow, syncedFields, syncedTable } from '../db/synced-table.ts'
import { filled } from '../objects.ts'

/**
 * A push in one box. The columns `with_...` are the other person's, null for a push to oneself; in a post they are the name and picture
 * of the channel or client. Empty fields are null.
 */
export interface PushRow extends SyncedRow {
  /** Outlives the push, so that a late retry does not bring a deleted one back. */
  guid: string | null
  conversation: string
  type: NonNullable<Push['type']>
  direction: NonNullable<Push['direction']>
  dismissed: number
  with_iden: string | null
  with_email: string | null
  with_email_normalized: string | null
  with_name: string | null
  with_image_url: string | null
  target_device_iden: string | null
  source_device_iden: string | null
  client_iden: string | null
  channel_iden: string | null
  /** 1 where the receiver has no account and got no email either. */
  email_skipped: number
  /** The account whose storage it counts towards, and its size. */
  payer: string | null
  bytes: number
  /** JSON list. */
  awake_app_guids: string | null
  title: string | null
  body: string | null
  url: string | null
  file_name: string | null
  file_type: string | null
  file_url: string | null
  /** In bytes, as measured by the upload; null for a file that is not on this server. */
  file_size: number | null
  image_url: string | null
  image_width: number | null
  image_height: number | null
}

/** The columns that may hold more than a line. */
export const long = ['title', 'body', 'url', 'file_url', 'image_url', 'awake_app_guids']

/** The fields of an account that its pushes show. */
export type Self = Pick<Account, 'iden' | 'email' | 'email_normalized' | 'name' | 'image_url'>

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

export const findPushByGuid = (reader: Reader, owner: string, guid: string) =>
  reader.one<PushRow>('SELECT * FROM push WHERE owner = $1 AND guid = $2', [owner, guid])

/** A push by its iden, of any owner. */
export const findPush = (reader: Reader, iden: string) => reader.one<PushRow>('SELECT * FROM push WHERE iden = $1', [iden])

/** The latest posts of a channel, from its owner's box. */
export const recentPosts = (reader: Reader, channel: string, limit: number) =>
  reader.all<PushRow>(
    `SELECT * FROM push WHERE channel_iden = $1 AND direction = 'self' AND active = 1 ORDER BY created DESC, iden DESC LIMIT $2`,
    [channel, limit],
  )

/** Pushes of an account in no particular order, including tombstones. */
export const somePushesOf = (reader: Reader, owner: string, limit: number) =>
  reader.all<PushRow>('SELECT * FROM push WHERE owner = $1 LIMIT $2', [owner, limit])

export const deletePushRow = (tx: Writer, iden: string) => tx.run('DELETE FROM push WHERE iden = $1', [iden])

/** Clears the payer of some pushes, so that they count towards no storage. @returns how many */
export const forgetPayer = (tx: Writer, payer: string, limit: number) =>
  tx.run('UPDATE push SET payer = NULL WHERE iden IN (SELECT iden FROM push WHERE payer = $1 AND active = 1 LIMIT $2)', [
    payer,
    limit,
  ])

/** Pushes in the order of their last change, after a stamp, including tombstones. */
export const pushesAfter = (reader: Reader, owner: string, after: number, limit: number) =>
  reader.all<PushRow>('SELECT * FROM push WHERE owner = $1 AND modified > $2 ORDER BY modified LIMIT $3', [owner, after, limit])

/** Whether any push refers to a file, or any text or picture of its owner. */
export async function isFileNeeded(reader: Reader, owner: string, url: string): Promise<boolean> {
  if (await reader.one('SELECT 1 AS one FROM push WHERE file_url = $1 LIMIT 1', [url])) return true
  const found = await reader.one(
    `SELECT 1 AS one FROM text_message WHERE owner = $1 AND file_url = $2
     UNION ALL SELECT 1 FROM channel WHERE owner = $1 AND image_url = $2
     UNION ALL SELECT 1 FROM account WHERE iden = $1 AND image_url = $2
     UNION ALL SELECT 1 FROM client WHERE owner = $1 AND image_url = $2 LIMIT 1`,
    [owner, url],
  )
  return found !== undefined
}

/** The users of an OAuth client in the order of their idens, after a given one. */
export const usersAfter = (reader: Reader, client: string, after: string, limit: number) =>
  reader.all<Account>(
    `SELECT account.* FROM app_grant JOIN account ON account.iden = app_grant.owner
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

export async function dismissPush(tx: Change, push: PushRow, self: Self): Promise<Push> {
  const row = { ...push, dismissed: 1, modified: tx.stamp(push.owner) }
  await tx.run('UPDATE push SET dismissed = 1, modified = $2 WHERE iden = $1', [row.iden, row.modified])
  const object = pushObject(row, self)
  tx.wrote(row.owner, 'pushes', object)
  return object
}

/** Some pushes of a conversation with a person, including tombstones and those from before the person had an account. */
export const somePushesWith = (reader: Reader, owner: string, conversation: string, person: string, limit: number) =>
  reader.all<PushRow>(
    'SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND (with_iden = $3 OR with_iden IS NULL) LIMIT $4',
    [owner, conversation, person, limit],
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

/** Turns a push into a tombstone, which keeps its iden, guid and conversation but no content. */
export async function erasePush(tx: Change, push: PushRow, self: Self): Promise<void> {
  const row = { ...push, active: 0, modified: tx.stamp(push.owner) }
  await tx.run(erase, [row.iden, row.modified])
  tx.wrote(row.owner, 'pushes', pushObject(row, self))
}

/** A push as its owner sees it. */
export function pushObject(row: PushRow, self: Self): Push {
  const object = syncedFields(row)
  if (!object.active) return object
  const other = {
    iden: row.with_iden,
    email: row.with_email,
    email_normalized: row.with_email_normalized,
    name: row.with_name,
    image_url: row.with_image_url,
  }
  const isPost = row.channel_iden !== null || row.client_iden !== null
  const own = isPost ? { ...self, name: row.with_name ?? self.name, image_url: row.with_image_url } : self
  const sender = row.direction === 'incoming' ? other : own
  // The original of a post names no receiver.
  const receiver = row.direction === 'outgoing' ? other : isPost && row.direction === 'self' ? undefined : self
  return {
    ...object,
    type: row.type,
    dismissed: row.dismissed === 1,
    direction: row.direction,
    ...filled({
      guid: row.guid,
      sender_iden: sender.iden,
      sender_email: sender.email,
      sender_email_normalized: sender.email_normalized,
      sender_name: sender.name,
      sender_image_url: sender.image_url,
      receiver_iden: receiver?.iden,
      receiver_email: receiver?.email,
      receiver_email_normalized: receiver?.email_normalized,
      target_device_iden: row.target_device_iden,
      source_device_iden: row.source_device_iden,
      client_iden: row.client_iden,
      channel_iden: row.channel_iden,
      email_skipped: row.email_skipped === 1,
      awake_app_guids: row.awake_app_guids === null ? undefined : (JSON.parse(row.awake_app_guids) as string[]),
      title: row.title,
      body: row.body,
      url: row.url,
      file_name: row.file_name,
      file_type: row.file_type,
      file_url: row.file_url,
      file_size: row.file_size,
      image_url: row.image_url,
      image_width: row.image_width,
      image_height: row.image_height,
    }),
    ...(row.type === 'address' ? filled({ name: row.title, address: row.body }) : {}),
    ...(row.type === 'list'
      ? {
          items: (row.body ?? '')
            .split('\n')
            .filter(Boolean)
            .map((text) => ({ checked: false, text })),
        }
      : {}),
  }
}

export const pushes = syncedTable('pushes', 'push', pushObject, long)

const columns = [
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
  'email_skipped',
  'payer',
  'bytes',
] as const satisfies readonly (keyof PushRow)[]

const insert = `INSERT INTO push (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`

const erase = `
  UPDATE push SET active = 0, modified = $2, with_email = NULL, with_name = NULL, with_image_url = NULL, awake_app_guids = NULL,
    target_device_iden = NULL, source_device_iden = NULL, title = NULL, body = NULL, url = NULL, file_name = NULL, file_type = NULL,
    file_url = NULL, file_size = NULL, image_url = NULL, image_width = NULL, image_height = NULL, email_skipped = 0, bytes = 0,
    payer = NULL
  WHERE iden = $1`
