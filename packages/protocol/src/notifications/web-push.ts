// Defines the calls that subscribe a browser to Web Push, and the messages that its service worker receives.

import * as v from 'valibot'
import { Push } from '../push.ts'
import { defineCall } from '../wire/call.ts'
import { anyObject, guid, iden, text } from '../wire/field.ts'

/** The maximum length of a browser's address at its push service. */
export const endpointLength = 2_000

/** Base64url without padding. */
const bytes = (length: number) => {
  const characters = Math.ceil((length * 8) / 6)
  return v.pipe(v.string(), v.length(characters), v.regex(/^[A-Za-z0-9_-]+$/))
}

export const getWebPushKey = defineCall({
  name: 'getWebPushKey',
  method: 'GET',
  path: '/v3/web-push-key',
  does: 'Returns the key with which a browser subscribes to Web Push (`applicationServerKey`). It stays the same.',
  gives: v.object({ public_key: bytes(65) }),
  who: 'account',
  scope: 'devices',
  operations: 0,
})

export const subscribeWebPush = defineCall({
  name: 'subscribeWebPush',
  method: 'POST',
  path: '/v3/subscribe-web-push',
  does:
    'Sends the notifications of the account to the browser of a device by Web Push (RFC 8030), while no window of it reports that it is ' +
    'looked at. It replaces an earlier web push subscription of the device, and ends with the device and with the token of this call. ' +
    'A limited token needs the scope `push:read` too; only one with `everything` gets texts and mirrored notifications.',
  takes: v.object({
    device_iden: iden,
    /** From the browser's `PushSubscription`, like the two keys. */
    endpoint: text(endpointLength),
    /** A public key: an uncompressed point on the curve P-256. */
    p256dh: bytes(65),
    auth: bytes(16),
    /** The `guid` by which the browser reports whether someone is looking at it (`setAppState`). */
    app_guid: guid,
    previous_endpoint: v.optional(text(endpointLength)),
  }),
  who: 'account',
  scope: 'devices',
  operations: 3,
  refuses: ['forbidden', 'not_found'],
})

export const unsubscribeWebPush = defineCall({
  name: 'unsubscribeWebPush',
  method: 'POST',
  path: '/v3/unsubscribe-web-push',
  does: 'Ends the web push subscription of a device, if it has one.',
  takes: v.object({ device_iden: iden }),
  who: 'account',
  scope: 'devices',
  operations: 2,
  refuses: ['not_found'],
})

/** The fields of a push that a notification needs. */
export const NotifiedPush = v.pick(Push, [
  'iden',
  'active',
  'created',
  'modified',
  'type',
  'direction',
  'guid',
  'title',
  'body',
  'url',
  'file_name',
  'file_type',
  'file_url',
  'image_url',
  'duration',
  'peaks',
  'sender_iden',
  'sender_name',
  'sender_email',
  'sender_email_normalized',
  'receiver_iden',
  'receiver_email',
  'receiver_email_normalized',
  'channel_iden',
  'client_iden',
  'source_iden',
  'update_id',
  'priority',
  'labels',
  'actions',
  'icon_url',
  'markdown',
  'source_device_iden',
  'target_device_iden',
  'edited',
  'reminded',
])
export type NotifiedPush = v.InferOutput<typeof NotifiedPush>

/** The account that a message is for. If another account has signed in since, the browser must not show it. */
const receiver = { user_iden: v.string() }

/**
 * What a service worker gets by Web Push, as JSON.
 *
 * - `push`: show it. The same push may come again, edited or repeated: it then replaces its notification. With `cut`, its title or body is
 *   longer than the fields here. `closes` are pushes whose notifications are to be closed as well.
 * - `fetch`: the same for a push that is too long for a message, also with `closes`; `getPush` has it.
 * - `close`: these pushes were dismissed, deleted or read elsewhere. Close their notifications and show nothing.
 * - `ephemeral`: the `push` of `createEphemeral`, perhaps without its picture and with shorter texts: `sms_changed`, `mirror`, `dismissal`, or
 *   one that is encrypted end to end and may be of any type.
 */
export const WebPushMessage = v.variant('kind', [
  v.object({
    kind: v.literal('push'),
    ...receiver,
    push: NotifiedPush,
    /** Its source: a person, a channel, an app, or for pushes of the own account the sending device, if known. */
    target: v.object({ name: v.string(), image_url: v.optional(v.string()) }),
    cut: v.optional(v.literal(true)),
    closes: v.optional(v.array(v.string())),
  }),
  v.object({ kind: v.literal('fetch'), ...receiver, iden: v.string(), closes: v.optional(v.array(v.string())) }),
  v.object({ kind: v.literal('close'), ...receiver, idens: v.array(v.string()) }),
  v.object({ kind: v.literal('ephemeral'), ...receiver, push: anyObject }),
])
export type WebPushMessage = v.InferOutput<typeof WebPushMessage>

/** Parses a Web Push message; undefined for anything else, such as a kind from a later version. */
export function readWebPush(json: string): WebPushMessage | undefined {
  try {
    const parsed = v.safeParse(WebPushMessage, JSON.parse(json))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
