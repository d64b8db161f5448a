// The settings for sending.

import * as v from 'valibot'

export const sendingSettings = {
  /** The popup attaches the current page to messages. */
  attachPage: v.optional(v.boolean(), false),
}
