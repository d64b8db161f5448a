// The settings of what is sent.

import * as v from 'valibot'

export const sendingSettings = {
  /** The popup attaches the page that the person is on to what they write. */
  attachPage: v.optional(v.boolean(), false),
}
