// Describes what a link leads to, as pushes show it.

import * as v from 'valibot'

/** What the page of a link says of itself. The pictures are served by this server. */
export const LinkPreview = v.object({
  /** The link, as it stands in the push. */
  url: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  image_width: v.optional(v.number()),
  image_height: v.optional(v.number()),
  icon_url: v.optional(v.string()),
})
