import * as v from 'valibot'

export const sendingSettings = {
  attachPage: v.optional(v.boolean(), false),
}
