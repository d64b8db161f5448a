import * as v from 'valibot'
import { muteShown, placeShown } from '../conversations/arranged.ts'
import { quietHoursShown } from '../notifications/quiet-hours.ts'
import { seconds, synced } from '../wire/field.ts'
import type { WebhookFormat } from './webhook-format.ts'

/** The server has validated it, so clients load no validation code. */
const webhookShown = v.custom<WebhookFormat>((value) => typeof value === 'object' && value !== null)

/** A named sender whose messages form their own conversation. */
export const Source = v.object({
  ...synced,
  name: v.optional(v.string()),
  topic: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  /** The priority of messages without one. */
  default_priority: v.optional(v.number()),
  /** How long messages are kept, and how many; indefinitely without them. */
  keep_seconds: v.optional(v.number()),
  keep_count: v.optional(v.number()),
  /** Whether anyone who knows the topic may write to it. */
  open: v.optional(v.boolean()),
  ignores_quiet_hours: v.optional(v.boolean()),
  /** They override those of the account. */
  quiet_hours: v.optional(quietHoursShown),
  ...muteShown,
  ...placeShown,
  message_count: v.optional(v.number()),
  last_message: v.optional(seconds),
  /** For a source that another person shares: its owner. */
  shared_by: v.optional(v.object({ email: v.string(), name: v.optional(v.string()) })),
  /** For an own source: the people it is shared with. */
  members: v.optional(v.array(v.object({ email: v.string(), name: v.optional(v.string()), image_url: v.optional(v.string()) }))),
  webhook: v.optional(webhookShown),
  has_webhook_secret: v.optional(v.boolean()),
  /** When its tokens were created. */
  tokens_made: v.optional(seconds),
})
export type Source = v.InferOutput<typeof Source>
