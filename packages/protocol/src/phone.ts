import * as v from 'valibot'

/**
 * The data that a phone publishes about its SMS, under the keys of `permanent.ts`, and how it announces changes. If a password is set,
 * the stored data is `{encrypted, ciphertext}` instead of these fields.
 */

/** The lowest version of the companion app that supports texting, as the `app_version` of its device. */
export const leastTextingVersion = 256

export const ThreadRecipient = v.object({
  name: v.optional(v.string()),
  /** The number as displayed. */
  address: v.optional(v.string()),
  number: v.optional(v.string()),
  /** A small JPEG as base64. */
  thumbnail: v.optional(v.string()),
  image_url: v.optional(v.string()),
})
export type ThreadRecipient = v.InferOutput<typeof ThreadRecipient>

/** A message. `timestamp` is in seconds since 1970. */
export const ThreadMessage = v.object({
  /** Digits, unique on the phone. */
  id: v.string(),
  type: v.optional(v.picklist(['sms', 'mms'])),
  timestamp: v.number(),
  direction: v.picklist(['incoming', 'outgoing']),
  body: v.optional(v.string()),
  status: v.optional(v.string()),
  /** The guid of the text that it was sent as, if it was not written on the phone. */
  guid: v.optional(v.string()),
  /** The recipient of the thread that wrote it. */
  recipient_index: v.optional(v.number()),
  image_urls: v.optional(v.array(v.string())),
})
export type ThreadMessage = v.InferOutput<typeof ThreadMessage>

/** A conversation with one or several people. */
export const PhoneThread = v.object({
  id: v.string(),
  recipients: v.array(ThreadRecipient),
  latest: v.optional(ThreadMessage),
})
export type PhoneThread = v.InferOutput<typeof PhoneThread>

export const PhonebookEntry = v.object({
  name: v.optional(v.string()),
  phone: v.string(),
  /** mobile, home, work and others. */
  phone_type: v.optional(v.string()),
})
export type PhonebookEntry = v.InferOutput<typeof PhonebookEntry>

/** Whether the phone has more than it keeps on the server: see `SmsPageRequest`. */
const more = { more: v.optional(v.boolean()) }

/** Under `threadsKey`, latest conversation first. */
export const PhoneThreads = v.object({ threads: v.array(PhoneThread), ...more })
/** Under `threadKey`, newest message first. */
export const PhoneThreadMessages = v.object({ thread: v.array(ThreadMessage), ...more })
/** Under `phonebookKey`. */
export const Phonebook = v.object({ phonebook: v.array(PhonebookEntry) })

/** An ephemeral that announces changed messages of a phone, to be fetched again. `notifications` are the ones to show. */
export const SmsChanged = v.object({
  type: v.literal('sms_changed'),
  source_device_iden: v.string(),
  notifications: v.array(
    v.object({
      thread_id: v.string(),
      title: v.string(),
      body: v.string(),
      timestamp: v.number(),
      image_url: v.optional(v.string()),
    }),
  ),
})
export type SmsChanged = v.InferOutput<typeof SmsChanged>

/**
 * An ephemeral that requests data which a phone does not keep on the server: messages of a conversation, or conversations without a
 * `thread_id`. `after` is the `id` of the last known item; without it, the response starts with the newest.
 */
export const SmsPageRequest = v.object({
  type: v.literal('sms_page_request'),
  source_user_iden: v.string(),
  target_device_iden: v.string(),
  guid: v.string(),
  thread_id: v.optional(v.string()),
  after: v.optional(v.string()),
})
export type SmsPageRequest = v.InferOutput<typeof SmsPageRequest>

/** The response of the phone, newest first: `threads`, the messages of a `thread`, or one sentence why there is nothing. */
export const SmsPage = v.object({
  type: v.literal('sms_page'),
  source_device_iden: v.string(),
  guid: v.string(),
  threads: v.optional(v.array(PhoneThread)),
  thread: v.optional(v.array(ThreadMessage)),
  ...more,
  error: v.optional(v.string()),
})
export type SmsPage = v.InferOutput<typeof SmsPage>
