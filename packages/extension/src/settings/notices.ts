import * as v from 'valibot'

export const noticeSettings = {
  notifyOfMessages: v.optional(v.boolean(), true),
  notifyOfPhones: v.optional(v.boolean(), true),
  notifyOfTexts: v.optional(v.boolean(), true),
  /** Firefox leaves that to the system. */
  silentNotices: v.optional(v.boolean(), false),
  /** Whether closing a notification dismisses it on all devices. */
  closingDismisses: v.optional(v.boolean(), true),
}
