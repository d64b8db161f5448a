// Shows what arrives by Web Push, while no window is looked at.

import type { Ephemeral } from '@waypost/client'
import { isSealed } from '@waypost/client/session/encryption'
import { getPush, type NotifiedPush, Refusal, readWebPush, SmsChanged, unseal, type WebPushMessage } from '@waypost/protocol'
import * as v from 'valibot'
import { showBadge } from '../browser/app/badge.ts'
import { closeNotices, closeTag, type Notice, showNotice } from '../browser/app/shown-notices.ts'
import { readNote } from '../browser/app/worker-notes.ts'
import { isDismissed, mirroredNotice } from '../push/notifications/mirrored-notice.ts'
import { noticeOf, placeOfPush } from '../push/notifications/notice.ts'
import { smsNotice } from '../sms/sms-notice.ts'
import { i18n } from '../ui/language.ts'
import { signedIn } from './account.ts'
import { worker } from './scope.ts'

const messages = i18n('worker-notices', {
  new: 'New message',
  newBody: 'Open Waypost to read it.',
  sealed: 'Encrypted notification',
  sealedBody: 'Enter your end-to-end password in Waypost to read what your phone sends.',
})

/** Does what a message asks for. Messages for another account, or after signing out, end the subscription. */
export async function receivePush(json: string): Promise<void> {
  const message = readWebPush(json)
  if (!message) return
  const own = await signedIn()
  if (own?.account !== message.user_iden) {
    await (await worker.registration.pushManager.getSubscription())?.unsubscribe()
    return
  }
  if (message.kind === 'close') await closeNotices(worker.registration, message.idens)
  else if (!(await isLookedAt()))
    for (const notice of await noticesOf(message, own)) await showNotice(worker.registration, notice)
  await updateBadge()
}

async function noticesOf(
  message: Exclude<WebPushMessage, { kind: 'close' }>,
  { calls }: NonNullable<Awaited<ReturnType<typeof signedIn>>>,
): Promise<readonly Notice[]> {
  if (message.kind === 'push') return [noticeOf(message.push, sourceOf(message.push, message.target))]
  if (message.kind === 'ephemeral') return ephemeralNotices(message.push)
  try {
    const push = await calls.call(getPush, { iden: message.iden })
    return push.active && !push.dismissed ? [noticeOf(push, sourceOf(push, {}))] : []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'not_found') return []
    const t = messages.get()
    const { iden } = message
    return [{ tag: 'new', title: t.new, body: t.newBody, icon: '/icon.svg', data: { place: '#people', iden, together: t.new } }]
  }
}

async function ephemeralNotices(sent: Record<string, unknown>): Promise<readonly Notice[]> {
  const ephemeral = isSealed(sent) ? await opened(sent) : sent
  const t = messages.get()
  if (!ephemeral) return [{ tag: 'sealed', title: t.sealed, body: t.sealedBody, data: { place: '#settings/encryption' } }]
  if (ephemeral.type === 'mirror') {
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

/** Undefined if this browser has no password, or another one. */
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
  const kind = section === 'following' ? (push.client_iden ? 'system' : 'channel') : item === 'me' ? 'everything' : 'user'
  const name = target.name ?? push.sender_name ?? push.sender_email ?? messages.get().new
  return { name, icon: target.image_url ?? `/img/deviceicons/${kind}.png` }
}

/** Whether a window has the focus: it shows by itself what arrives. */
async function isLookedAt(): Promise<boolean> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  return windows.some(({ focused }) => focused)
}

/** Until a window knows better, the badge counts the conversations with notifications. */
async function updateBadge(): Promise<void> {
  const { length } = await worker.registration.getNotifications()
  await showBadge(length)
}
