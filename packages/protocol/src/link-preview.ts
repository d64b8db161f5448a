import * as v from 'valibot'

/** A page's own description of itself. This server serves the pictures. */
export const LinkPreview = v.object({
  /** The link as written in the push. */
  url: v.string(),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  image_width: v.optional(v.number()),
  image_height: v.optional(v.number()),
  icon_url: v.optional(v.string()),
})
