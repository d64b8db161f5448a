import * as v from 'valibot'
import { conversationName } from '../push.ts'
import { defineCall } from '../wire/call.ts'
import { addressLength, displayName, flag, iden, seconds, text } from '../wire/field.ts'

export const outgoingWebhooksPerAccount = 20
/** The log of a webhook keeps this many of its latest attempts. */
export const loggedAttempts = 50

/** An address to which each new push of a conversation is posted. */
export const OutgoingWebhook = v.object({
  iden: v.string(),
  created: seconds,
  name: v.optional(v.string()),
  /** The conversation whose pushes it gets; without it, all of them. */
  conversation: v.optional(v.string()),
  /** Visible to signed-in sessions only: such an address is often the only secret of the service behind it. */
  url: v.optional(v.string()),
  /** Whether sending is paused, by its owner or because nothing has been delivered for days. */
  paused: v.optional(v.boolean()),
  /** When the current series of failed attempts began. */
  failing_since: v.optional(seconds),
})
export type OutgoingWebhook = v.InferOutput<typeof OutgoingWebhook>

/** One attempt to send a push. */
export const WebhookAttempt = v.object({
  at: seconds,
  push_iden: v.string(),
  /** 1 for the first one. */
  attempt: v.number(),
  /** The status of the response, or why there was none. */
  status: v.optional(v.number()),
  error: v.optional(v.string()),
  /** In milliseconds. */
  took: v.number(),
})
export type WebhookAttempt = v.InferOutput<typeof WebhookAttempt>

const fields = { name: v.optional(displayName), url: text(addressLength), conversation: v.optional(conversationName) }

export const listOutgoingWebhooks = defineCall({
  name: 'listOutgoingWebhooks',
  method: 'GET',
  path: '/v3/outgoing-webhooks',
  does: 'Lists the outgoing webhooks of the account, the oldest first.',
  gives: v.object({ outgoing_webhooks: v.array(OutgoingWebhook) }),
  who: 'owner',
})

export const createOutgoingWebhook = defineCall({
  name: 'createOutgoingWebhook',
  method: 'POST',
  path: '/v3/outgoing-webhooks',
  does:
    'Posts each new push of a conversation, or of all, to an address, as JSON and signed as Standard Webhooks describes ' +
    '(`webhook-id`, `webhook-timestamp`, `webhook-signature`). What fails is tried again for about a day. The response has the secret, which is not shown again.',
  takes: v.object(fields),
  gives: v.object({ ...OutgoingWebhook.entries, secret: v.string() }),
  who: 'session',
  refuses: ['elevation_needed', 'forbidden'],
})

export const updateOutgoingWebhook = defineCall({
  name: 'updateOutgoingWebhook',
  method: 'POST',
  path: '/v3/outgoing-webhooks/:iden',
  does: 'Changes the given fields. One that is no longer paused begins with what comes from now on.',
  takes: v.object({ iden, name: fields.name, url: v.optional(fields.url), paused: v.optional(flag) }),
  gives: OutgoingWebhook,
  who: 'session',
  refuses: ['elevation_needed', 'not_found'],
})

export const deleteOutgoingWebhook = defineCall({
  name: 'deleteOutgoingWebhook',
  method: 'DELETE',
  path: '/v3/outgoing-webhooks/:iden',
  does: 'Deletes an outgoing webhook, and what waits to be sent to it.',
  takes: v.object({ iden }),
  who: 'owner',
  refuses: ['not_found'],
})

export const listWebhookAttempts = defineCall({
  name: 'listWebhookAttempts',
  method: 'GET',
  path: '/v3/outgoing-webhooks/:iden/attempts',
  does: `Lists the last ${loggedAttempts} attempts to send to an outgoing webhook, the latest first.`,
  takes: v.object({ iden }),
  gives: v.object({ attempts: v.array(WebhookAttempt) }),
  who: 'owner',
  refuses: ['not_found'],
})
