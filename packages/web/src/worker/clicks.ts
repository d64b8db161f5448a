// Handles presses on notifications.

import { createEphemeral, Refusal, seal, updatePush } from '@waypost/protocol'
import { dataOf, type NoticeAction } from '../browser/app/shown-notices.ts'
import { actMessage, readNote, type WindowAct, writeNote } from '../browser/app/worker-notes.ts'
import { signedIn } from './account.ts'
import { updateBadge } from './badge.ts'
import { noteClosed } from './closed-notices.ts'
import { worker } from './scope.ts'

/** A notification or one of its actions was pressed. */
export async function pressed(notification: Notification, action: string): Promise<void> {
  notification.close()
  const data = dataOf(notification)
  const last = data?.messages.at(-1)
  if (!data || !last) return
  const chosen = action as NoticeAction['action'] | ''
  if (chosen === 'dismiss') await dismiss(data.messages.map(({ iden }) => iden))
  else if (chosen === 'open' && last.address !== undefined) await worker.clients.openWindow(last.address)
  else if (chosen === 'copy' && last.text !== undefined)
    await actInWindow({ place: data.place, copy: { text: last.text, ...(last.cut && { cutFrom: last.iden }) } })
  else await actInWindow({ place: data.place, ...(chosen === 'reply' && { reply: true }) })
  await updateBadge()
}

/** A notification was closed without a press: one of a phone closes there too. */
export async function closed(notification: Notification): Promise<void> {
  await updateBadge()
  const { dismissal, messages = [] } = dataOf(notification) ?? {}
  await noteClosed(messages.map(({ iden }) => iden))
  const own = dismissal && (await signedIn().catch(() => undefined))
  if (!own) return
  const key = await readNote('worker.key')
  const push = key === undefined ? dismissal : { encrypted: true, ciphertext: await seal(key, JSON.stringify(dismissal)) }
  // Without a network it stays on the phone, which is harmless.
  await own.calls.call(createEphemeral, { type: 'push', push }).catch(ignoreRefusal)
}

async function dismiss(idens: readonly string[]): Promise<void> {
  const own = await signedIn().catch(() => undefined)
  // SMS and mirrored notifications are no pushes. Without a network, a push counts as unread until it is seen.
  for (const iden of idens.filter((each) => each !== '' && !each.includes(' ')))
    await own?.calls.call(updatePush, { iden, dismissed: true }).catch(ignoreRefusal)
}

/** Has a window open a place: one that is open already, or a new one. */
async function actInWindow({ place, ...act }: WindowAct & { place: string }): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // One at `/share` holds unsent shares.
  const main = windows.filter(({ url }) => new URL(url).pathname === '/')
  const [open] = [...main.filter(({ visibilityState }) => visibilityState === 'visible'), ...main]
  // A new window is at the place from the start; a later message would take people away from where they have gone.
  await writeNote('worker.act', open ? { place, ...act } : act)
  if (!open) {
    await worker.clients.openWindow(`/${place}`)
    return
  }
  await open.focus().catch(() => {})
  open.postMessage(actMessage)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
