// Defines what a message can carry besides its content: priority, labels, actions, icon, Markdown.

import * as v from 'valibot'
import { addressLength, bodyLength, flag, nameLength, text, whole } from '../wire/field.ts'

/** The most of each per message. */
export const actionsPerMessage = 3
export const labelsPerMessage = 20
export const labelLength = 200
const headersPerAction = 20

/** How urgently a message asks for attention; a message without a priority has the usual one. */
export const priorities = { min: 1, low: 2, usual: 3, high: 4, max: 5 } as const

export const priority = whole(priorities.min, priorities.max)

/** Whether a link may be opened: any address with a scheme, except schemes that run or hold code on our pages. */
export const isOpenable = (address: string): boolean =>
  /^[a-z][a-z0-9+.-]*:/i.test(address) && !/^(?:javascript|data|vbscript|blob|file|about|view-source):/i.test(address)

/** Whether an address is a web address. */
export const isWebAddress = (address: string): boolean => /^https?:\/\/[^\s/?#\\]+(?:[/?#]\S*)?$/i.test(address)

const openable = v.pipe(text(addressLength), v.check(isOpenable, 'An address with a scheme such as https: is needed.'))
const webAddress = v.pipe(
  text(addressLength),
  v.check(isWebAddress, 'An address that begins with http:// or https:// is needed.'),
)

const common = {
  /** Identifies an action within its message; created by the server. */
  id: v.optional(text(20)),
  label: v.pipe(
    text(nameLength),
    v.check((label) => label.trim() !== '', 'An action needs a label.'),
  ),
  /** Whether a press dismisses the message. */
  clear: v.optional(flag),
}
const headers = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[!#$%&'*+.^_`|~\w-]{1,200}$/)), v.pipe(text(bodyLength), v.regex(/^[^\r\n]*$/))),
  v.check((given) => Object.keys(given).length <= headersPerAction, `An action has at most ${headersPerAction} headers.`),
)

/**
 * A button of a message. `view` opens an address, `http` makes the server send a request, `copy` copies a text, `broadcast` sends an intent
 * on Android, and `answer` tells the sender that it was pressed. A press of `http` or `answer` is stored with the message.
 */
export const Action = v.variant('action', [
  v.object({ ...common, action: v.literal('view'), url: openable }),
  v.object({
    ...common,
    action: v.literal('http'),
    url: webAddress,
    method: v.optional(
      v.pipe(text(20), v.toUpperCase(), v.picklist(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])),
    ),
    headers: v.optional(headers),
    body: v.optional(text(bodyLength)),
  }),
  v.object({ ...common, action: v.literal('copy'), value: text(bodyLength) }),
  v.object({
    ...common,
    action: v.literal('broadcast'),
    intent: v.optional(text(nameLength)),
    extras: v.optional(v.record(text(nameLength), text(bodyLength))),
  }),
  v.object({ ...common, action: v.literal('answer') }),
])
export type Action = v.InferOutput<typeof Action>

/** The fields that a sender can give a message besides its content. */
export const messageFields = {
  priority: v.optional(priority),
  /** Words of the sender. An emoji short code, e.g. `warning`, is drawn as that emoji. */
  labels: v.optional(v.pipe(v.array(text(labelLength)), v.maxLength(labelsPerMessage))),
  actions: v.optional(v.pipe(v.array(Action), v.maxLength(actionsPerMessage))),
  /** Shown beside the message. */
  icon_url: v.optional(webAddress),
  markdown: v.optional(flag),
}

/** The fields as a push shows them. The server has validated them, so clients load no validation code. */
export const messageShown = {
  labels: v.optional(v.array(v.string())),
  actions: v.optional(v.array(v.custom<Action>((value) => typeof value === 'object' && value !== null))),
  priority: v.optional(v.number()),
  icon_url: v.optional(v.string()),
  markdown: v.optional(v.boolean()),
}

/** The press of an action, visible to everyone who has the message. */
export const Press = v.object({
  action: v.string(),
  label: v.string(),
  /** In seconds. */
  at: v.number(),
  /** For an `http` action: the status of the response, or why there was none. */
  status: v.optional(v.number()),
  error: v.optional(v.string()),
})
export type Press = v.InferOutput<typeof Press>
