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

/** An ephemeral that announces changed messages of a phone, for clients to fetch. `notifications` are the ones to show. */
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
      /** The sender's number, for comparison with texts from another device of the same phone. */
      address: v.optional(v.string()),
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
  /** Only asks the phone to fetch the pictures for the previews of a page. There is no response except `sms_changed`. */
  pictures: v.optional(v.boolean()),
})
export type SmsPageRequest = v.InferOutput<typeof SmsPageRequest>

/** The response of the phone, newest first: `threads`, the messages of a `thread`, or one sentence that says why there are none. */
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

// The ephemerals by which clients ask a companion for its paired phones, and for new ones.

/** How long a companion searches for phones after a request. */
export const findingMilliseconds = 300_000

/** How long a companion reports each change after any other request. */
export const watchingMilliseconds = 60_000

/**
 * A request to a companion. `find` makes it look for phones that want to be paired, for some minutes; `address` is where one is, e.g. in a VPN.
 * `pair` asks a phone that was found, `accept` and `refuse` answer one that asks. The companion answers each request with a `PhoneReport`. What
 * concerns a paired phone (`list`, `ring`, `remove`) may also be asked of the phone's own device, without `phone`; `notifications`, which goes to
 * that device, is answered with `PhoneNotifications`.
 */
export const PhoneRequest = v.object({
  type: v.literal('phone_request'),
  source_user_iden: v.string(),
  target_device_iden: v.string(),
  guid: v.string(),
  action: v.picklist(['list', 'find', 'pair', 'accept', 'refuse', 'ring', 'remove', 'notifications']),
  /** The `id` of a phone in the last report. */
  phone: v.optional(v.string()),
  address: v.optional(v.string()),
})
export type PhoneRequest = v.InferOutput<typeof PhoneRequest>

/**
 * The phone's permissions, inferred from its answers since it connected. `false`: it has not answered for a while, or has nothing to
 * report. Absent: not known yet.
 */
const PhonePermissions = v.object({
  texts: v.optional(v.boolean()),
  contacts: v.optional(v.boolean()),
  notifications: v.optional(v.boolean()),
  /** Known only after the first call. */
  calls: v.optional(v.boolean()),
})
export type PhonePermissions = v.InferOutput<typeof PhonePermissions>

/** A phone that was found or is paired. */
export const ReportedPhone = v.object({
  id: v.string(),
  name: v.string(),
  /** `asking`: it was asked to pair; `asked`: it asks. */
  state: v.picklist(['unpaired', 'asking', 'asked', 'paired']),
  /** During pairing: the code that must match on both screens. */
  code: v.optional(v.string()),
  is_connected: v.boolean(),
  /** Its device on the server, once it is paired. */
  device_iden: v.optional(v.string()),
  /** In per cent. */
  battery: v.optional(v.number()),
  is_charging: v.optional(v.boolean()),
  permitted: v.optional(PhonePermissions),
})
export type ReportedPhone = v.InferOutput<typeof ReportedPhone>

/** The phones of a companion. During a search, and for a while after each request, it also reports each change. */
export const PhoneReport = v.object({
  type: v.literal('phone_report'),
  source_device_iden: v.string(),
  /** The guid of the request. */
  guid: v.optional(v.string()),
  /** The name that phones show for this companion. */
  name: v.optional(v.string()),
  phones: v.array(ReportedPhone),
  /** Why a request failed or a phone was not found, as a sentence. */
  error: v.optional(v.string()),
})
export type PhoneReport = v.InferOutput<typeof PhoneReport>
