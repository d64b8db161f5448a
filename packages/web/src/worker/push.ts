// Shows notifications that arrive by Web Push, while nobody is looking at a window.

import type { Ephemeral } from '@waypost/client'
import { drawnLabels } from '@waypost/client/emoji-codes'
import type { Notice } from '@waypost/client/notices'
import { isDismissed } from '@waypost/client/notices/mirrored-notice'
import { placeOfPush } from '@waypost/client/notices/push-notice'
import { isSealed } from '@waypost/client/session/encryption'
import { getPush, type NotifiedPush, Refusal, readWebPush, SmsChanged, unseal, type WebPushMessage } from '@waypost/protocol'
import * as v from 'valibot'
import { closeNotices, closeTag, showNotice } from '../browser/app/shown-notices.ts'
import { readNote } from '../browser/app/worker-notes.ts'
import { boundedImage } from '../browser/bounded-images.ts'
import { mirroredNotice, noticeOf } from '../push/notifications/notice.ts'
import { smsNotice } from '../sms/sms-notice.ts'
import { i18n } from '../ui/language.ts'
import { wasClosed } from './closed-notices.ts'
import { workerNotices } from './en.ts'
import { keepQuiet } from './quiet.ts'
import { signedIn, updateBadge, worker } from './scope.ts'

const messages = i18n('worker-notices', workerNotices)

/** In milliseconds, before a notification without the text is shown. */
const fetchedWithin = 8_000

/**
 * Handles a Web Push message. Messages for another account, or after signing out, end the subscription. If a site shows no notification for
 * too many messages, browsers end the subscription, or show a text of their own.
 */
export async function receivePush(json: string): Promise<void> {
  const message = readWebPush(json)
  let own: Awaited<ReturnType<typeof signedIn>>
  try {
    own = await signedIn()
  } catch {
    // It may be readable next time.
    return showNotice(worker.registration, newMessage())
  }
  if (!own || (message && own.account !== message.user_iden)) return endSubscription()
  await closeNotices(worker.registration, closedBy(message))
  if (!(await isLookedAt()) || (await mustShow())) {
    for (const notice of await noticesOf(message, own)) await showNotice(worker.registration, notice)
    await keepQuiet()
  }
  await updateBadge()
}

/** The pushes whose notifications a message closes. */
function closedBy(message: WebPushMessage | undefined): readonly string[] {
  if (!message || message.kind === 'ephemeral') return []
  return message.kind === 'close' ? message.idens : (message.closes ?? [])
}

async function endSubscription(): Promise<void> {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe()
}

async function noticesOf(
  message: WebPushMessage | undefined,
  { calls }: NonNullable<Awaited<ReturnType<typeof signedIn>>>,
): Promise<readonly Notice[]> {
  // This worker doesn't understand a message from a later version.
  if (!message) return [newMessage()]
  if (message.kind === 'close') return []
  if (message.kind === 'push') {
    const { push, target, cut } = message
    return (await wasClosed(push)) ? [] : [noticeOf(push, { ...sourceOf(push, target), cut })]
  }
  if (message.kind === 'ephemeral') return ephemeralNotices(message.push)
  const { iden } = message
  try {
    const push = await Promise.race([calls.call(getPush, { iden }), late(fetchedWithin)])
    if (!push) return [newMessage(iden)]
    return push.active && !push.dismissed && !(await wasClosed(push)) ? [noticeOf(push, sourceOf(push, {}))] : []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'not_found' ? [] : [newMessage(iden)]
  }
}

const late = (after: number) => new Promise<undefined>((resolve) => setTimeout(resolve, after))

/** A notification of a message without its text. */
function newMessage(iden?: string): Notice {
  const t = messages.get()
  const data = { place: '#people', together: t.new, ...(iden !== undefined && { iden }) }
  return { tag: 'new', title: t.new, body: t.newBody, icon: '/icon.svg', data }
}

async function ephemeralNotices(sent: Record<string, unknown>): Promise<readonly Notice[]> {
  const ephemeral = isSealed(sent) ? await opened(sent) : sent
  const t = messages.get()
  if (!ephemeral) return [{ tag: 'sealed', title: t.sealed, body: t.sealedBody, data: { place: '#settings/encryption' } }]
  if (ephemeral.type === 'mirror') {
    if ((await readNote('worker.muted'))?.includes(String(ephemeral.package_name))) return []
    const notice = mirroredNotice(ephemeral as Ephemeral)
    return notice ? [notice] : []
  }
  if (ephemeral.type === 'dismissal') {
    for (const { tag } of await worker.registration.getNotifications())
      if (isDismissed(tag, ephemeral as Ephemeral)) await closeTag(worker.registration, tag)
    return []
  }
  const changed = v.safeParse(SmsChanged, ephemeral)
  if (!changed.success) return []
  const { source_device_iden: device, notifications } = changed.output
  return notifications.map((sms) => smsNotice({ ...sms, device }))
}

/** Undefined if this browser has no password, or a different one. */
async function opened({ ciphertext }: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const key = await readNote('worker.key')
  const text = key === undefined || typeof ciphertext !== 'string' ? undefined : await unseal(key, ciphertext)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function sourceOf(push: NotifiedPush, target: { name?: string; image_url?: string | undefined }) {
  const { section, item } = placeOfPush(push)
  const kind = { people: item === 'me' ? 'everything' : 'user', following: push.client_iden ? 'system' : 'channel' }[
    section as string
  ]
  const name = target.name ?? push.sender_name ?? push.sender_email ?? messages.get().new
  const icon = boundedImage(target.image_url) ?? `/img/deviceicons/${kind ?? 'system'}.png`
  return { name, icon, emoji: drawnLabels(push.labels).emoji }
}

async function isLookedAt(): Promise<boolean> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.some(({ focused, url }) => focused && ['/', '/chat'].includes(new URL(url).pathname))
}

/** Whether the browser ends the subscription after a few silent messages, as Safari does. */
async function mustShow(): Promise<boolean> {
  const subscription = await worker.registration.pushManager.getSubscription()
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com')
}
