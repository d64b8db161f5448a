import * as v from 'valibot'
import { muteFields, placeFields } from '../conversations/arranged.ts'
import { QuietHours } from '../notifications/quiet-hours.ts'
import { defineCall } from '../wire/call.ts'
import { addressLength, displayName, email, flag, iden, listQuery, text, whole } from '../wire/field.ts'
import { priority } from './message.ts'
import { Source } from './source.ts'
import { templateLength, WebhookFormat } from './webhook-format.ts'

export const topicLength = 64
export const sourcesPerAccount = 200
export const membersPerSource = 20
/** The most messages that a source keeps, unless its owner sets another number. */
export const messagesPerSource = 100_000
/** In seconds: a minute to ten years. */
const retention = whole(60, 10 * 366 * 86_400)
/** The name to which programs send, in the syntax of ntfy topics. Case-sensitive. */
export const topic = v.pipe(
  v.string(),
  v.regex(/^[-_A-Za-z0-9]{1,64}$/, 'A topic has 1 to 64 letters, digits, hyphens and underscores.'),
)

/** A source right after its tokens were created, which are not shown again. */
export const SourceWithTokens = v.object({ ...Source.entries, ntfy_token: v.string(), gotify_token: v.string() })
export type SourceWithTokens = v.InferOutput<typeof SourceWithTokens>

const trimmed = (most: number) => v.optional(v.pipe(text(most), v.trim()))

const sourceFields = {
  description: trimmed(10_000),
  image_url: trimmed(addressLength),
  default_priority: v.optional(priority),
  keep_seconds: v.optional(v.union([retention, whole(0, 0)])),
  keep_count: v.optional(whole(0, messagesPerSource)),
  open: v.optional(flag),
  webhook: v.optional(WebhookFormat),
  webhook_secret: v.optional(text(1_000)),
}
/** One person's notification settings for a source. */
const tellingFields = {
  ignores_quiet_hours: v.optional(flag),
  quiet_hours: v.optional(QuietHours),
  /** Goes back to the quiet hours of the account. */
  clear_quiet_hours: v.optional(flag),
  ...muteFields,
  ...placeFields,
}
const name = v.pipe(displayName, v.trim(), v.minLength(1))

export const listSources = defineCall({
  name: 'listSources',
  method: 'GET',
  path: '/v2/sources',
  does: 'Lists the sources of the account and those that others share with it, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ sources: v.array(Source), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})

export const createSource = defineCall({
  name: 'createSource',
  method: 'POST',
  path: '/v2/sources',
  does:
    'Creates a source. Without a `topic`, the server makes one of the name. The response has the tokens with which programs may write to it, and nothing ' +
    'else; they are not shown again.',
  takes: v.object({ name, topic: v.optional(topic), ...sourceFields }),
  gives: SourceWithTokens,
  who: 'owner',
  operations: 3,
  refuses: ['topic_taken', 'forbidden', 'storage_quota'],
})

export const updateSource = defineCall({
  name: 'updateSource',
  method: 'POST',
  path: '/v2/sources/:iden',
  does:
    'Changes the given fields; a single space clears a text, and 0 a retention. Of a shared source, its members change only how it is muted and arranged ' +
    'for themselves.',
  takes: v.object({ iden, name: v.optional(name), ...sourceFields, ...tellingFields }),
  gives: Source,
  who: 'owner',
  refuses: ['not_found', 'forbidden'],
})

export const deleteSource = defineCall({
  name: 'deleteSource',
  method: 'DELETE',
  path: '/v2/sources/:iden',
  does: 'Deletes a source with its messages, for all of its members. A member leaves it instead.',
  takes: v.object({ iden }),
  who: 'owner',
  refuses: ['not_found'],
})

export const replaceSourceTokens = defineCall({
  name: 'replaceSourceTokens',
  method: 'POST',
  path: '/v2/sources/:iden/tokens',
  does: 'Makes new tokens of a source, and ends those before.',
  takes: v.object({ iden }),
  gives: SourceWithTokens,
  who: 'owner',
  refuses: ['not_found', 'forbidden'],
})

export const shareSource = defineCall({
  name: 'shareSource',
  method: 'POST',
  path: '/v2/sources/:iden/members',
  does: `Shares a source with a person, who gets its messages from now on. At most ${membersPerSource}.`,
  takes: v.object({ iden, email }),
  gives: Source,
  who: 'session',
  operations: 2,
  refuses: ['elevation_needed', 'not_found', 'forbidden'],
})

export const unshareSource = defineCall({
  name: 'unshareSource',
  method: 'DELETE',
  path: '/v2/sources/:iden/members/:email',
  does: 'Ends the sharing of a source with a person, from whom its messages go too.',
  takes: v.object({ iden, email }),
  gives: Source,
  who: 'owner',
  refuses: ['not_found', 'forbidden'],
})

/** Tests how a payload becomes a message. */
export const tryWebhook = defineCall({
  name: 'tryWebhook',
  method: 'POST',
  path: '/v2/sources/:iden/try-webhook',
  does: 'Shows the message that a payload would become, the last one that came unless one is given. Nothing is sent.',
  takes: v.object({ iden, webhook: v.optional(WebhookFormat), payload: v.optional(text(templateLength * 4)) }),
  gives: v.object({
    payload: v.optional(v.string()),
    preset: v.optional(v.string()),
    message: v.optional(
      v.object({
        title: v.optional(v.string()),
        body: v.optional(v.string()),
        url: v.optional(v.string()),
        priority: v.optional(v.number()),
        labels: v.optional(v.array(v.string())),
        markdown: v.optional(v.boolean()),
      }),
    ),
    error: v.optional(v.string()),
  }),
  who: 'owner',
  operations: 2,
  refuses: ['not_found', 'forbidden'],
})
