// Builds Web Push messages: the parts of a push or ephemeral that a notification needs, short enough for every push service.

import { NotifiedPush, type Push, type WebPushMessage } from '@waypost/protocol'
import * as v from 'valibot'

/** The maximum bytes of a message before encryption, which adds 103: under 3 kB, where every push service accepts 4 kB. */
const messageBytes = 2_960

/** The maximum characters of a title and a body in a message: a notification shows no more. */
const notificationTitleLength = 200
const notificationBodyLength = 500

/** Longer URLs of pictures are left out. */
const maxPictureLength = 500
const mostClosed = 50
/** The maximum SMS in one message, the latest ones. */
const maxTexts = 5

type Notification = Extract<WebPushMessage, { kind: 'push' | 'fetch' }>

/** Builds the message that notifies of a push. @param sourceName the name of the source device, for a push from the own account */
export function pushMessage(user: string, push: Push, sourceName: string | undefined): Notification {
  const picture = push.sender_image_url
  const title = push.title === undefined ? undefined : cut(push.title, notificationTitleLength)
  const body = push.body === undefined ? undefined : cut(push.body, notificationBodyLength)
  const message: Notification = {
    kind: 'push',
    user_iden: user,
    push: v.parse(NotifiedPush, {
      ...push,
      ...(title !== undefined && { title }),
      ...(body !== undefined && { body }),
      ...((push.image_url?.length ?? 0) > maxPictureLength && { image_url: undefined }),
    }),
    ...((title !== push.title || body !== push.body) && { cut: true as const }),
    target: {
      name: cut(nameOf(push, sourceName), notificationTitleLength),
      ...(picture !== undefined && picture.length <= maxPictureLength && { image_url: picture }),
    },
  }
  return fits(message) ? message : fetchMessage(user, push.iden)
}

/** The message about a push that the browser has to fetch. */
export const fetchMessage = (user: string, iden: string): Notification => ({ kind: 'fetch', user_iden: user, iden })

/** A silent message that closes the notifications of some pushes, limited to the first ones if there are too many. */
export const closeMessage = (user: string, idens: readonly string[]) => ({
  kind: 'close' as const,
  user_iden: user,
  idens: idens.slice(0, mostClosed),
})

/** A notification that also closes those of other pushes: the first ones, as many as fit. */
export function withCloses(message: Notification, idens: readonly string[]): Notification {
  for (let count = Math.min(idens.length, mostClosed); count > 0; count--) {
    const longer = { ...message, closes: idens.slice(0, count) }
    if (fits(longer)) return longer
  }
  return message
}

/**
 * The message that relays an ephemeral; undefined if no browser shows it, or it is too long. Browsers show incoming SMS, and mirrored
 * notifications and their end. They serve no files, so they need no file requests.
 */
export function ephemeralMessage(user: string, push: Record<string, unknown>): WebPushMessage | undefined {
  const message = (shorter: Record<string, unknown>): WebPushMessage => ({ kind: 'ephemeral', user_iden: user, push: shorter })
  return candidates(push).map(message).find(fits)
}

/** Whether an ephemeral is encrypted end to end. One existing program marks it with a string. */
export const isEncrypted = ({ encrypted }: Record<string, unknown>) => encrypted === true || encrypted === 'true'

/** The variants of an ephemeral to try, longest first. */
function candidates(push: Record<string, unknown>): Record<string, unknown>[] {
  if (isEncrypted(push)) {
    const { whole: _, ...short } = push
    return typeof push.ciphertext === 'string' && push.ciphertext !== '' ? [short] : []
  }
  if (push.type === 'dismissal') return [push]
  if (push.type === 'mirror') {
    const { icon: _, ...plain } = push
    const { actions: _actions, ...bare } = plain
    const shortened = (fields: Record<string, unknown>) => withTexts(fields, notificationTitleLength, notificationBodyLength)
    return [push, plain, shortened(plain), bare, shortened(bare)]
  }
  if (push.type !== 'sms_changed' || !Array.isArray(push.notifications) || push.notifications.length === 0) return []
  const texts = push.notifications.filter(isObject).slice(-maxTexts)
  const bare = texts.map(({ image_url: _, thumbnail: _thumbnail, ...rest }) => withTexts(rest, notificationTitleLength, 200))
  return [push, { ...push, notifications: texts }, { ...push, notifications: bare }, { ...push, notifications: bare.slice(-1) }]
}

function withTexts(fields: Record<string, unknown>, title: number, body: number): Record<string, unknown> {
  const shorter = { ...fields }
  if (typeof fields.title === 'string') shorter.title = cut(fields.title, title)
  if (typeof fields.body === 'string') shorter.body = cut(fields.body, body)
  return shorter
}

function nameOf({ direction, sender_name, sender_email, receiver_email }: Push, sourceName: string | undefined): string {
  if (direction === 'outgoing') return receiver_email ?? ''
  return (direction === 'self' ? sourceName : undefined) ?? sender_name ?? sender_email ?? ''
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const fits = (message: WebPushMessage) => Buffer.byteLength(JSON.stringify(message)) <= messageBytes

function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}
