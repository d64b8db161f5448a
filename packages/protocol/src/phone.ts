import * as v from 'valibot'

/**
 * What a phone publishes of its text messages, under the keys of `permanent.ts`, and says when they changed. With a password set the kept data
 * is `{encrypted, ciphertext}` in place of these fields.
 */

/** The companion app that a phone needs at least for texting, as its device's `app_version`. */
export const leastTextingVersion = 256

export const ThreadRecipient = v.object({
  name: v.optional(v.string()),
  /** The number as it is shown. */
  address: v.optional(v.string()),
  number: v.optional(v.string()),
  /** A small JPEG as base64. */
  thumbnail: v.optional(v.string()),
  image_url: v.optional(v.string()),
})
export type ThreadRecipient = v.InferOutput<typeof ThreadRecipient>

/** One text message. `timestamp` is in seconds since 1970. */
export const ThreadMessage = v.object({
  /** Digits; unlike that of any other message of the phone. */
  id: v.string(),
  type: v.optional(v.picklist(['sms', 'mms'])),
  timestamp: v.number(),
  direction: v.picklist(['incoming', 'outgoing']),
  body: v.optional(v.string()),
  status: v.optional(v.string()),
  /** That of the text that made it, where it was sent from elsewhere. */
  guid: v.optional(v.string()),
  /** Which of the thread's recipients wrote it. */
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

/** The phone has more than it keeps on the server: see `SmsPageRequest`. */
const more = { more: v.optional(v.boolean()) }

/** Under `threadsKey`: the one that was written to or from last comes first. */
export const PhoneThreads = v.object({ threads: v.array(PhoneThread), ...more })
/** Under `threadKey`: the newest comes first. */
export const PhoneThreadMessages = v.object({ thread: v.array(ThreadMessage), ...more })
/** Under `phonebookKey`. */
export const Phonebook = v.object({ phonebook: v.array(PhonebookEntry) })

/** Passes through the stream when the phone's messages changed. Without notifications: fetch them anew. */
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
 * Asks a phone, through the stream, for what it does not keep on the server: the messages of a conversation, or without a `thread_id` the
 * conversations themselves. `after` is the `id` of the last one that is known; without it the newest come.
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

/** What the phone answers, the newest first: `threads` or the messages of a `thread`; or one sentence about why there is nothing. */
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
