// The settings for what this browser notifies of.

import * as v from 'valibot'

export const noticeSettings = {
  notifyOfMessages: v.optional(v.boolean(), true),
  /** For notifications mirrored by phones. */
  notifyOfPhones: v.optional(v.boolean(), true),
  /** For texts received by phones. */
  notifyOfTexts: v.optional(v.boolean(), true),
  /** Without a sound. Firefox leaves that to the system. */
  silentNotices: v.optional(v.boolean(), false),
  /** Whether closing a notification dismisses it on all devices. */
  closingDismisses: v.optional(v.boolean(), true),
}
