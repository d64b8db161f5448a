import * as v from 'valibot'
import { text } from '../wire/field.ts'

/** The maximum length of each template of a source's webhook, in characters. */
export const templateLength = 32_768

/** How the JSON of a webhook becomes a message: by a preset, or by Liquid templates. */
export const WebhookFormat = v.object({
  /** The name of a preset; without one and without templates, the payload's format is detected. */
  preset: v.optional(text(40)),
  title: v.optional(text(templateLength)),
  body: v.optional(text(templateLength)),
  url: v.optional(text(templateLength)),
  priority: v.optional(text(templateLength)),
  labels: v.optional(text(templateLength)),
})
export type WebhookFormat = v.InferOutput<typeof WebhookFormat>
