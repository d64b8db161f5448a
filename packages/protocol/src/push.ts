// Defines the calls on pushes and the conversation that a push belongs to.

import * as v from 'valibot'
import { LinkPreview } from './link-preview.ts'
import { Tag, tagsPerPush } from './search/tag.ts'
import { messageFields, messageShown, Press } from './sources/message.ts'
import { defineCall } from './wire/call.ts'
import {
  addressLength,
  bodyLength,
  displayName,
  email,
  emailLength,
  flag,
  guidLength,
  iden,
  listQuery,
  nameLength,
  normalizeEmail,
  number,
  seconds,
  stamp,
  synced,
  text,
  whole,
} from './wire/field.ts'

export const titleLength = 8_192
export const itemsPerList = 1_000

/** UTF-16 units of a reaction: the longest emoji are flags and families of several characters. */
export const reactionLength = 40

/** How long the server keeps the content of a push whose deletion can be undone. */
export const undoDeletionMilliseconds = 15_000

/** Maximum UTF-16 units of an update id. */
export const updateIdLength = 255

/** How far ahead a push can be scheduled. */
export const scheduleAheadMilliseconds = 366 * 24 * 60 * 60_000

/** Facts that help clients show a push; other programs omit them. */
const displayFields = {
  /** The `guid` of the first of several pictures that were sent together. */
  album: v.optional(text(guidLength)),
  /** The author of a forwarded message, as seen by the person who forwarded it. */
  forwarded_from: v.optional(text(nameLength)),
  /** The length of a recording, in seconds. */
  duration: v.optional(v.pipe(number, v.minValue(0), v.maxValue(86_400))),
  /** The loudness of a recording in 40 equal parts, each a base-32 digit. */
  peaks: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-v]{40}$/))),
  /** The colours of a picture in 4 columns and 3 rows, as RGB565 in big-endian order: 24 bytes in Base64. */
  image_colors: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{32}$/))),
}

/** The display fields that a sender can give a push besides its content. */
export const givenFields = { ...displayFields, ...messageFields }

export const pushTypes = ['note', 'link', 'file', 'address', 'list'] as const

/** A push as its owner sees it. Empty fields are omitted; a deleted push has only the four synced ones. */
export const Push = v.object({
  ...synced,
  type: v.optional(v.picklist(pushTypes)),
  dismissed: v.optional(v.boolean()),
  guid: v.optional(v.string()),
  direction: v.optional(v.picklist(['self', 'outgoing', 'incoming'])),
  sender_iden: v.optional(v.string()),
  sender_email: v.optional(v.string()),
  sender_email_normalized: v.optional(v.string()),
  sender_name: v.optional(v.string()),
  sender_image_url: v.optional(v.string()),
  receiver_iden: v.optional(v.string()),
  receiver_email: v.optional(v.string()),
  receiver_email_normalized: v.optional(v.string()),
  target_device_iden: v.optional(v.string()),
  source_device_iden: v.optional(v.string()),
  client_iden: v.optional(v.string()),
  channel_iden: v.optional(v.string()),
  source_iden: v.optional(v.string()),
  /** Set if the receiver has no account and was not emailed either: the sender or the address had reached its daily limit. */
  email_skipped: v.optional(v.boolean()),
  awake_app_guids: v.optional(v.array(v.string())),
  title: v.optional(v.string()),
  body: v.optional(v.string()),
  url: v.optional(v.string()),
  file_name: v.optional(v.string()),
  file_type: v.optional(v.string()),
  file_url: v.optional(v.string()),
  /** In bytes; omitted for a file that is not stored on this server. */
  file_size: v.optional(v.number()),
  image_url: v.optional(v.string()),
  image_width: v.optional(v.number()),
  image_height: v.optional(v.number()),
  ...displayFields,
  ...messageShown,
  /** The preview of the first link in the push; it may arrive a little later than the push. */
  preview: v.optional(LinkPreview),
  /** For an address push: the same as `title` and `body`, under the names that older programs read. */
  name: v.optional(v.string()),
  address: v.optional(v.string()),
  /** For a list push: the lines of `body`, and whether each is ticked. */
  items: v.optional(v.array(v.object({ checked: v.boolean(), text: v.string() }))),
  /** The push in the same box that this one replies to; it may have been deleted since. */
  reply_to: v.optional(v.string()),
  /** The update id: a later push of the same conversation with the same one replaces it. */
  update_id: v.optional(v.string()),
  /** When it is deleted automatically. */
  expires: v.optional(seconds),
  press: v.optional(Press),
  /** When the sender last changed the content. */
  edited: v.optional(seconds),
  /** The normalized email addresses of those who reacted with each emoji. */
  reactions: v.optional(v.record(v.string(), v.array(v.string()))),
  pinned: v.optional(seconds),
  /** When the reminder brings the push back as unread. Visible to its owner only. */
  remind_at: v.optional(seconds),
  /** When the reminder brought the push back. It is unread until dismissed. */
  reminded: v.optional(seconds),
  /** The tags that its owner has set, without `#`. Visible to its owner only. */
  tags: v.optional(v.array(v.string())),
  /** The sender deleted the push for everyone; only the word `deleted` is left as its `body`. */
  deleted_by_sender: v.optional(v.boolean()),
  /** For a waiting push: when it is sent, in seconds. */
  send_at: v.optional(seconds),
  /** Why a waiting push was not sent at its time. It then waits until its owner sends or deletes it. */
  not_sent: v.optional(v.object({ code: v.string(), message: v.string() })),
})
export type Push = v.InferOutput<typeof Push>

/** The content of a push. */
export const pushContent = {
  type: v.optional(v.picklist(pushTypes)),
  title: v.optional(text(titleLength)),
  body: v.optional(text(bodyLength)),
  url: v.optional(text(addressLength)),
  file_name: v.optional(displayName),
  file_type: v.optional(text(nameLength)),
  file_url: v.optional(text(addressLength)),
  image_url: v.optional(text(addressLength)),
  image_width: v.optional(whole(0, 1_000_000)),
  image_height: v.optional(whole(0, 1_000_000)),
  ...givenFields,
  name: v.optional(text(titleLength)),
  address: v.optional(text(bodyLength)),
  items: v.optional(
    v.pipe(
      v.array(
        v.union([
          text(titleLength),
          v.pipe(
            v.object({ text: v.optional(text(titleLength), '') }),
            v.transform((item) => item.text),
          ),
        ]),
      ),
      v.maxLength(itemsPerList),
    ),
  ),
}

export const createPush = defineCall({
  name: 'createPush',
  method: 'POST',
  path: '/v2/pushes',
  does:
    'Sends a push to a device, an email address, or the followers of a channel, users of an OAuth client or members of a source that the account ' +
    'owns; without any of these, to all devices of the account. Returns the existing push if its `guid` was used before. With a `send_at` in ' +
    'the future, the push waits on the server until then. With the `update_id` of an earlier push of the conversation, it replaces that push; after ' +
    '`expires` it is deleted.',
  takes: v.object({
    ...pushContent,
    send_at: v.optional(stamp),
    guid: v.optional(text(guidLength)),
    device_iden: v.optional(iden),
    email: v.optional(email),
    channel_tag: v.optional(text(nameLength)),
    client_iden: v.optional(iden),
    source_iden: v.optional(iden),
    source_device_iden: v.optional(iden),
    update_id: v.optional(text(updateIdLength)),
    expires: v.optional(stamp),
    /** A push of the same conversation, by its iden in the box of the account. */
    reply_to: v.optional(iden),
  }),
  gives: Push,
  who: 'account',
  scope: 'push:write',
  operations: 2,
  refuses: ['forbidden', 'storage_quota'],
})

export const listScheduledPushes = defineCall({
  name: 'listScheduledPushes',
  method: 'GET',
  path: '/v2/scheduled_pushes',
  does: 'Lists the pushes that wait to be sent, most recently modified first. Other lists of pushes do not contain them.',
  takes: v.object(listQuery),
  gives: v.object({ scheduled_pushes: v.array(Push), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})

export const listPushes = defineCall({
  name: 'listPushes',
  method: 'GET',
  path: '/v2/pushes',
  does: 'Lists the pushes of the account, or of one conversation, most recently modified first.',
  takes: v.object({
    ...listQuery,
    self: v.optional(flag),
    email: v.optional(email),
    channel_tag: v.optional(text(nameLength)),
    client_iden: v.optional(iden),
    source_iden: v.optional(iden),
  }),
  gives: v.object({ pushes: v.array(Push), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'push:read',
  refuses: ['invalid_cursor'],
})

/**
 * The name of a conversation: as returned by `conversationOf`, or `device:<iden>` for the part of `self` that was sent to or from a
 * device.
 */
export const conversationName = v.pipe(
  v.string(),
  v.maxLength(emailLength + 10),
  v.regex(/^(self|email:[^\s\p{Cc}]+@[^\s\p{Cc}]+|(channel|client|source|device):[A-Za-z0-9_.~-]+)$/u),
)

/** Normalizes the email address in a conversation name. */
export function normalizeConversation(name: string): string {
  return name.startsWith('email:') ? normalizeEmail(name) : name
}

export const getPush = defineCall({
  name: 'getPush',
  method: 'GET',
  path: '/v2/pushes/:iden',
  does: 'Returns a push.',
  takes: v.object({ iden }),
  gives: Push,
  who: 'account',
  scope: 'push:read',
  refuses: ['not_found'],
})

/** Ticks or unticks one item of a list. `text` identifies the item: the sender may have changed the list since. */
const Tick = v.object({ index: whole(0, itemsPerList - 1), text: text(bodyLength), checked: v.boolean() })
export type Tick = v.InferOutput<typeof Tick>

export const updatePush = defineCall({
  name: 'updatePush',
  method: 'POST',
  path: '/v2/pushes/:iden',
  does:
    'Changes a push. `title`, `body` and `url` replace those of every copy, and only its sender may give them; an empty one is removed. ' +
    '`reaction` is one emoji, shown to both people of a conversation; an empty one takes it back. `pinned` pins a push in its ' +
    'conversation, for both people where there are two; at most five. `ticks` tick single items of a list, for both people too. At ' +
    '`remind_at` the push comes back as unread, for the account alone; `tags` replace those that the account has set, for itself alone; otherwise `dismissed` cannot be undone. Of a ' +
    'push that waits to be sent, the text and `send_at` change; it is sent at once when that has passed, and the response is then what was sent.',
  takes: v.object({
    iden,
    dismissed: v.optional(flag),
    title: v.optional(text(titleLength)),
    body: v.optional(text(bodyLength)),
    url: v.optional(text(addressLength)),
    reaction: v.optional(text(reactionLength)),
    pinned: v.optional(flag),
    ticks: v.optional(v.pipe(v.array(Tick), v.maxLength(itemsPerList))),
    remind_at: v.optional(stamp),
    tags: v.optional(v.pipe(v.array(Tag), v.maxLength(tagsPerPush))),
    send_at: v.optional(stamp),
  }),
  gives: Push,
  who: 'account',
  scope: 'push:write',
  operations: 2,
  emptied: ['title', 'body', 'url', 'reaction'],
  refuses: ['not_found', 'forbidden', 'too_many_pins', 'storage_quota'],
})

export const pressAction = defineCall({
  name: 'pressAction',
  method: 'POST',
  path: '/v2/pushes/:iden/press',
  does:
    'Presses an action of a push, which everybody who has the push then sees. Of an `http` action the server makes the request and stores the ' +
    'status of the answer; an `answer` can be pressed once.',
  takes: v.object({ iden, action: text(20) }),
  gives: Push,
  who: 'account',
  scope: 'push:write',
  operations: 2,
  refuses: ['not_found', 'forbidden'],
})

export const deletePush = defineCall({
  name: 'deletePush',
  method: 'DELETE',
  path: '/v2/pushes/:iden',
  does:
    "Deletes the account's copy of a push; the copies of others stay. With `everyone`, its sender deletes the content of all copies, within " +
    'two days after it was sent: the others see that a push was deleted. A push that waits to be sent is not sent. With `undoable`, the ' +
    'server keeps the content for 15 seconds, in which `restorePush` brings it back.',
  takes: v.object({ iden, everyone: v.optional(flag), undoable: v.optional(flag) }),
  who: 'account',
  scope: 'push:write',
  refuses: ['not_found', 'forbidden', 'too_late'],
})

export const restorePush = defineCall({
  name: 'restorePush',
  method: 'POST',
  path: '/v2/pushes/:iden/restore',
  does: 'Brings back a push that was deleted as `undoable` at most 15 seconds ago, in all boxes from which that deleted it.',
  takes: v.object({ iden }),
  gives: Push,
  who: 'account',
  scope: 'push:write',
  operations: 2,
  refuses: ['not_found'],
})

export const deleteAllPushes = defineCall({
  name: 'deleteAllPushes',
  method: 'DELETE',
  path: '/v2/pushes',
  does: 'Deletes all pushes of the account, in the background.',
  who: 'account',
  scope: 'push:write',
})

/**
 * The conversation that a push belongs to, from its owner's point of view: `self`, `email:<normalized>`, `channel:<iden>`,
 * `client:<iden>` or `source:<iden>`. The server indexes pushes by it, and the client groups them by it.
 */
export function conversationOf(
  push: Pick<
    Push,
    'direction' | 'channel_iden' | 'client_iden' | 'source_iden' | 'sender_email_normalized' | 'receiver_email_normalized'
  >,
): string {
  if (push.source_iden) return `source:${push.source_iden}`
  if (push.channel_iden) return `channel:${push.channel_iden}`
  if (push.client_iden) return `client:${push.client_iden}`
  if (push.direction === 'outgoing' && push.receiver_email_normalized) return `email:${push.receiver_email_normalized}`
  if (push.direction === 'incoming' && push.sender_email_normalized) return `email:${push.sender_email_normalized}`
  return 'self'
}
