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

/** Under `threadsKey`: the one that was written to or from last comes first. */
export const PhoneThreads = v.object({ threads: v.array(PhoneThread) })
/** Under `threadKey`: the newest comes first. */
export const PhoneThreadMessages = v.object({ thread: v.array(ThreadMessage) })
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
