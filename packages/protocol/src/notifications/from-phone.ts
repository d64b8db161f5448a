// Defines the ephemerals by which the notifications of a phone are listed, answered and dismissed on other devices.

import * as v from 'valibot'

/** Maximum characters of a reply to a notification. */
export const notificationReplyLength = 10_000

/** The fields that identify a notification of a device. */
export const notificationName = {
  source_user_iden: v.optional(v.string()),
  source_device_iden: v.optional(v.string()),
  package_name: v.string(),
  notification_id: v.union([v.string(), v.number()]),
  notification_tag: v.nullish(v.string()),
}

/** The reply address of a notification: a reply contains the same object. */
export const NotificationConversation = v.object({
  package_name: v.string(),
  tag: v.nullish(v.string()),
  id: v.union([v.string(), v.number()]),
})
export type NotificationConversation = v.InferOutput<typeof NotificationConversation>

/** A notification as the ephemeral `mirror` and the lists of a companion carry it. */
export const MirroredNotification = v.object({
  ...notificationName,
  application_name: v.optional(v.string()),
  title: v.optional(v.string()),
  body: v.optional(v.string()),
  /** When the phone showed it, in seconds since 1970. */
  created: v.optional(v.number()),
  dismissable: v.optional(v.boolean()),
  /** A JPEG or PNG as base64. */
  icon: v.optional(v.string()),
  actions: v.optional(v.array(v.object({ label: v.string(), trigger_key: v.string() }))),
  conversation_iden: v.optional(NotificationConversation),
})
export type MirroredNotification = v.InferOutput<typeof MirroredNotification>

/**
 * The notifications that a phone shows. A companion sends them on request (`phone_request` with the action `notifications`), and again when
 * the phone is back. Pages follow each other, and replace the known list once the last one has arrived.
 */
export const PhoneNotifications = v.object({
  type: v.literal('phone_notifications'),
  source_device_iden: v.string(),
  /** The guid of the request. */
  guid: v.optional(v.string()),
  /** From 0. */
  page: v.number(),
  more: v.boolean(),
  notifications: v.array(v.unknown()),
  is_connected: v.boolean(),
  /** When the phone was last connected, in seconds since 1970. */
  connected_at: v.optional(v.number()),
})
export type PhoneNotifications = v.InferOutput<typeof PhoneNotifications>

/**
 * Answers a `messaging_extension_reply` or a `dismissal` that has a guid: whether it was delivered to the phone. Idempotent: the same guid
 * gets the same answer, and is delivered once. Also refuses a request for the list: `invalid` if its guid is too long, `busy` if too many
 * requests wait.
 */
export const PhoneNotificationOutcome = v.object({
  type: v.literal('phone_notification_outcome'),
  source_device_iden: v.string(),
  guid: v.string(),
  refused: v.optional(v.picklist(['away', 'gone', 'answered', 'invalid', 'busy'])),
  /** The reason of `invalid` and `busy`, as a sentence. */
  error: v.optional(v.string()),
})
export type PhoneNotificationOutcome = v.InferOutput<typeof PhoneNotificationOutcome>

/** The key of a notification of a device; a numeric id has the same key as its text form. */
export function notificationKey(
  name: Pick<MirroredNotification, 'package_name' | 'notification_id' | 'notification_tag'>,
): string {
  return JSON.stringify([name.package_name, String(name.notification_id), name.notification_tag ?? null])
}
