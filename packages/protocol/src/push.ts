import * as v from 'valibot'
import { defineCall } from './call.ts'
import { email, flag, iden, listQuery, normalizeEmail, stamp, synced, text, whole } from './field.ts'
import { addressLength, bodyLength, emailLength, guidLength, listItems, nameLength, titleLength } from './limits.ts'

export const pushTypes = ['note', 'link', 'file', 'address', 'list'] as const

/** A push as its owner's box holds it. Empty fields are left out; a deleted push has only the four synced ones. */
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
  /** True where the receiver has no account and was not emailed either: the sender or the address had reached its daily limit. */
  email_skipped: v.optional(v.boolean()),
  awake_app_guids: v.optional(v.array(v.string())),
  title: v.optional(v.string()),
  body: v.optional(v.string()),
  url: v.optional(v.string()),
  file_name: v.optional(v.string()),
  file_type: v.optional(v.string()),
  file_url: v.optional(v.string()),
  /** In bytes; left out for a file that this server does not keep. */
  file_size: v.optional(v.number()),
  image_url: v.optional(v.string()),
  image_width: v.optional(v.number()),
  image_height: v.optional(v.number()),
  /** Of an address push; the same as `title` and `body`, under the names that older programs read. */
  name: v.optional(v.string()),
  address: v.optional(v.string()),
  /** Of a list push; the lines of `body`, under the name that older programs read. */
  items: v.optional(v.array(v.object({ checked: v.boolean(), text: v.string() }))),
})
export type Push = v.InferOutput<typeof Push>

/** What a push can say, whoever it goes to. */
export const pushContent = {
  type: v.optional(v.picklist(pushTypes)),
  title: v.optional(text(titleLength)),
  body: v.optional(text(bodyLength)),
  url: v.optional(text(addressLength)),
  file_name: v.optional(text(nameLength)),
  file_type: v.optional(text(nameLength)),
  file_url: v.optional(text(addressLength)),
  image_url: v.optional(text(addressLength)),
  image_width: v.optional(whole(0, 1_000_000)),
  image_height: v.optional(whole(0, 1_000_000)),
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
      v.maxLength(listItems),
    ),
  ),
}

export const createPush = defineCall({
  name: 'createPush',
  method: 'POST',
  path: '/v2/pushes',
  does:
    'Sends a push: to one device, an email address, an own channel or the users of an own client; with none of them, to all own devices. ' +
    'A `guid` that was used before answers the push that it made.',
  takes: v.object({
    ...pushContent,
    guid: v.optional(text(guidLength)),
    device_iden: v.optional(iden),
    email: v.optional(email),
    channel_tag: v.optional(text(nameLength)),
    client_iden: v.optional(iden),
    source_device_iden: v.optional(iden),
  }),
  gives: Push,
  who: 'account',
  operations: 2,
  refuses: ['forbidden', 'storage_quota'],
})

export const listPushes = defineCall({
  name: 'listPushes',
  method: 'GET',
  path: '/v2/pushes',
  does: 'Pushes of the account, the most recently modified first; all, or those of one conversation.',
  takes: v.object({
    ...listQuery,
    self: v.optional(flag),
    email: v.optional(email),
    channel_tag: v.optional(text(nameLength)),
    client_iden: v.optional(iden),
  }),
  gives: v.object({ pushes: v.array(Push), cursor: v.optional(v.string()) }),
  who: 'account',
  refuses: ['invalid_cursor'],
})

/**
 * The name of a conversation: as `conversationOf` gives it, or `device:<iden>` for the part of `self` that went to a device or came
 * from it.
 */
export const conversationName = v.pipe(
  v.string(),
  v.maxLength(emailLength + 10),
  v.regex(/^(self|email:[^\s\p{Cc}]+@[^\s\p{Cc}]+|(channel|client|device):[A-Za-z0-9_.~-]+)$/u),
)

/** Two spellings of an address name one conversation; an iden has one spelling. */
export function normalizeConversation(name: string): string {
  return name.startsWith('email:') ? normalizeEmail(name) : name
}

export const getHistory = defineCall({
  name: 'getHistory',
  method: 'GET',
  path: '/v2/history',
  does:
    'Pushes of one conversation that are not deleted, the most recently created first. `more` says whether there are older ones: ask ' +
    'again with the `created` of the oldest push as `created_before`.',
  takes: v.object({
    conversation: conversationName,
    created_before: v.optional(stamp),
    limit: listQuery.limit,
  }),
  gives: v.object({ pushes: v.array(Push), more: v.boolean() }),
  who: 'account',
  refuses: [],
})

export const getActivity = defineCall({
  name: 'getActivity',
  method: 'GET',
  path: '/v2/history/activity',
  does: 'What the pushes of the account that are not deleted show of its use, however old they are: the setup checklist goes by it.',
  takes: v.object({}),
  gives: v.object({ links: v.boolean(), files: v.boolean(), chat: v.boolean() }),
  who: 'account',
  operations: 3,
  refuses: [],
})

export const clearHistory = defineCall({
  name: 'clearHistory',
  method: 'DELETE',
  path: '/v2/history',
  does: "Deletes the account's own copy of every push of one conversation, in the background; the copies of others stay.",
  takes: v.object({ conversation: conversationName }),
  gives: v.object({}),
  who: 'account',
  refuses: [],
})

export const getPush = defineCall({
  name: 'getPush',
  method: 'GET',
  path: '/v2/pushes/:iden',
  does: 'One push.',
  takes: v.object({ iden }),
  gives: Push,
  who: 'account',
  refuses: ['not_found'],
})

export const updatePush = defineCall({
  name: 'updatePush',
  method: 'POST',
  path: '/v2/pushes/:iden',
  does: 'Dismisses a push. What was dismissed stays so.',
  takes: v.object({ iden, dismissed: v.optional(flag) }),
  gives: Push,
  who: 'account',
  refuses: ['not_found'],
})

export const deletePush = defineCall({
  name: 'deletePush',
  method: 'DELETE',
  path: '/v2/pushes/:iden',
  does: "Deletes a push from the account's own box; a receiver's copy stays.",
  takes: v.object({ iden }),
  gives: v.object({}),
  who: 'account',
  refuses: ['not_found'],
})

export const deleteAllPushes = defineCall({
  name: 'deleteAllPushes',
  method: 'DELETE',
  path: '/v2/pushes',
  does: "Deletes every push of the account's box, in the background.",
  takes: v.object({}),
  gives: v.object({}),
  who: 'account',
  refuses: [],
})

/**
 * The conversation that a push belongs to, seen from its owner: `self`, `email:<normalized>`, `channel:<iden>` or `client:<iden>`.
 * The server indexes boxes by it and clients group by it.
 */
export function conversationOf(
  push: Pick<Push, 'direction' | 'channel_iden' | 'client_iden' | 'sender_email_normalized' | 'receiver_email_normalized'>,
): string {
  if (push.channel_iden) return `channel:${push.channel_iden}`
  if (push.client_iden) return `client:${push.client_iden}`
  if (push.direction === 'outgoing' && push.receiver_email_normalized) return `email:${push.receiver_email_normalized}`
  if (push.direction === 'incoming' && push.sender_email_normalized) return `email:${push.sender_email_normalized}`
  return 'self'
}
