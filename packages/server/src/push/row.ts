import type { Push } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import { type Micros, toSeconds } from '../change.ts'
import { type SyncedRow, syncedFields } from '../db/synced-table.ts'
import { filled } from '../objects.ts'
import { listItems } from './list/list.ts'

/**
 * A push in one box. The columns `with_...` are the other person's, null for a push to oneself; in a post they are the name and picture
 * of the channel or client. Empty fields are null.
 */
export interface PushRow extends SyncedRow {
  /** Outlives the push, so that a late retry doesn't restore a deleted one. */
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
  /** The row of the source in the same box. */
  source_iden: string | null
  update_id: string | null
  /** When it expires and is deleted, in microseconds. People see this only if its sender said so (`display`). */
  expires: Micros | null
  /** The id that the sender of a waiting message was given. */
  message_id: string | null
  /** JSON: fields that the receiving interface returns to its subscribers unchanged. */
  foreign_fields: string | null
  /** JSON of a `Press`. */
  press: string | null
  /** 1 where the receiver has no account and got no email either. */
  email_skipped: number
  /** The account whose storage it counts towards, and its size. */
  payer: string | null
  bytes: number
  /** In a copy, the iden of its original; null in copies from before the migration `029-message`. */
  original: string | null
  /** The iden of a push in the same box. */
  reply_to: string | null
  edited: Micros | null
  pinned: Micros | null
  /** When it will come back as unread, and when it last did, in microseconds. */
  remind_at: Micros | null
  reminded: Micros | null
  reaction: string | null
  with_reaction: string | null
  /** JSON list of the indexes of a list's ticked items, in order; null if there are none. */
  ticked: string | null
  /** The tags that the owner has set, separated by spaces; null if there are none. */
  tags: string | null
  deleted_by_sender: number
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
  /** JSON of `givenFields`, and the expiry if its sender stated one. */
  display: string | null
  /** JSON: the preview of its link, and the iden of the preview that it came from. */
  preview: string | null
  preview_iden: string | null
}

/** The fields of an account that its pushes show. */
export type Self = Pick<Account, 'iden' | 'email' | 'email_normalized' | 'name' | 'image_url'>

/** What people have changed of a new push: nothing. */
export const untouched = {
  edited: null,
  pinned: null,
  reaction: null,
  with_reaction: null,
  ticked: null,
  remind_at: null,
  reminded: null,
  tags: null,
} as const satisfies Partial<PushRow>

/** The tags that its owner has set. */
export const tagsOf = ({ tags }: Pick<PushRow, 'tags'>): string[] | undefined => tags?.split(' ')

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
      source_iden: row.source_iden,
      update_id: row.update_id,
      press: row.press === null ? undefined : (JSON.parse(row.press) as NonNullable<Push['press']>),
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
      ...(row.display === null ? {} : (JSON.parse(row.display) as Partial<Push>)),
      reply_to: row.reply_to,
      edited: row.edited === null ? undefined : toSeconds(row.edited),
      reactions: reactionsOf(row, self),
      pinned: row.pinned === null ? undefined : toSeconds(row.pinned),
      remind_at: row.remind_at === null ? undefined : toSeconds(row.remind_at),
      reminded: row.reminded === null ? undefined : toSeconds(row.reminded),
      tags: tagsOf(row),
      deleted_by_sender: row.deleted_by_sender === 1,
      preview: row.preview === null ? undefined : (JSON.parse(row.preview) as NonNullable<Push['preview']>),
    }),
    ...(row.type === 'address' ? filled({ name: row.title, address: row.body }) : {}),
    ...(row.type === 'list' ? { items: listItems(row) } : {}),
  }
}

function reactionsOf({ reaction, with_reaction, with_email_normalized }: PushRow, self: Self): Push['reactions'] {
  if (reaction === null && with_reaction === null) return undefined
  const reactions: Record<string, string[]> = {}
  if (with_reaction !== null && with_email_normalized !== null) reactions[with_reaction] = [with_email_normalized]
  if (reaction !== null) reactions[reaction] = [...(reactions[reaction] ?? []), self.email_normalized]
  return reactions
}
