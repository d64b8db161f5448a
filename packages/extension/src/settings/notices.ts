// The settings of what is notified of in this browser.

import * as v from 'valibot'

export const noticeSettings = {
  notifyOfMessages: v.optional(v.boolean(), true),
  /** Of the notifications that phones mirror. */
  notifyOfPhones: v.optional(v.boolean(), true),
  /** Of the texts that phones receive. */
  notifyOfTexts: v.optional(v.boolean(), true),
  /** Without a sound. Firefox leaves that to the system. */
  silentNotices: v.optional(v.boolean(), false),
  /** Whether to close a notification dismisses it on all devices. */
  closingDismisses: v.optional(v.boolean(), true),
}
