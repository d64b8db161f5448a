// Handles presses on notifications.

import type { NoticeAction, PhoneActs, SenderAction } from '@waypost/client/notices'
import { createEphemeral, pressAction, Refusal, seal, updatePush } from '@waypost/protocol'
import { dataOf, type ShownData, showNotice } from '../browser/app/shown-notices.ts'
import { actMessage, readNote, type WindowAct, writeNote } from '../browser/app/worker-notes.ts'
import { i18n } from '../ui/language.ts'
import { noteClosed } from './closed-notices.ts'
import { workerPresses } from './en.ts'
import { signedIn, updateBadge, worker } from './scope.ts'

const messages = i18n('worker-presses', workerPresses)

/** The notification of a phone that was pressed last, and when, in milliseconds. */
let lastPressed = { tag: '', at: 0 }
/** How long after a press some browsers say that the notification is closed, in milliseconds. */
const closesWithin = 3_000

/** A notification or one of its actions was pressed. @param typed what was typed into its field */
export async function pressed(notification: Notification, action: string, typed?: string | null): Promise<void> {
  notification.close()
  const data = dataOf(notification)
  const last = data?.messages.at(-1)
  if (!data || !last) return
  const chosen = action as NoticeAction['action'] | ''
  const given = /^sender (\d+)$/.exec(chosen)
  const act = given && last.acts?.[Number(given[1])]
  if (act) {
    await doSenderAction(act, last.iden, data)
    return updateBadge()
  }
  if (last.phone) {
    lastPressed = { tag: notification.tag, at: Date.now() }
    // Chromium on Linux names no action for what was typed.
    const wanted = typeof typed === 'string' && last.phone.answer ? 'reply' : chosen
    await doOnPhone(notification.tag, data, last.phone, wanted, typed?.trim() ?? '')
    return updateBadge()
  }
  if (chosen === 'dismiss') await dismiss(data.messages.map(({ iden }) => iden))
  else if (chosen === 'open' && last.address !== undefined) await worker.clients.openWindow(last.address)
  else if (chosen === 'copy' && last.text !== undefined)
    await actInWindow({ place: data.place, copy: { text: last.text, ...(last.cut && { cutFrom: last.iden }) } })
  else if (chosen === '' && last.leadsTo !== undefined && data.messages.length === 1)
    await worker.clients.openWindow(last.leadsTo)
  else await actInWindow({ place: data.place, ...(chosen === 'reply' && { reply: true }) })
  await updateBadge()
}

/** Does what the sender of a message has given it a button for, and shows what came of a press at the server if that failed. */
async function doSenderAction(act: SenderAction, iden: string, { place, together }: ShownData): Promise<void> {
  const { label, clear, opens, copies, presses } = act
  if (opens !== undefined) await worker.clients.openWindow(opens)
  else if (copies !== undefined) await actInWindow({ place, copy: { text: copies } })
  if (presses === undefined) return clear ? dismiss([iden]) : undefined
  const reason = await pressAtServer(iden, presses)
  if (reason === undefined) return
  const data = { place, iden: `press ${iden}`, ...(together !== undefined && { together }) }
  await showNotice(worker.registration, {
    tag: `press ${iden}`,
    title: messages.get().failed({ label }),
    body: reason,
    silent: true,
    data,
  })
}

/** Presses an action at the server. @returns why that failed */
async function pressAtServer(iden: string, action: string): Promise<string | undefined> {
  const own = await signedIn().catch(() => undefined)
  if (!own) return messages.get().signedOut
  try {
    const { press } = await own.calls.call(pressAction, { iden, action })
    if (press?.error !== undefined) return press.error
    return (press?.status ?? 0) >= 400 ? messages.get().status({ status: String(press?.status) }) : undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

/** Answers a notification of a phone or presses one of its buttons there; without a text, a window opens the field for it. */
async function doOnPhone(tag: string, { place }: ShownData, phone: PhoneActs, chosen: string, typed: string): Promise<void> {
  const { key, answer, triggers, unsent } = phone
  const t = messages.get()
  const trigger = triggers[Number(/^phone (\d+)$/.exec(chosen)?.[1])]
  if (trigger) {
    if (await sendToPhone(trigger.sends)) return
    const data = { place, iden: `press ${tag}` }
    const title = t.failed({ label: trigger.label })
    return showNotice(worker.registration, { tag: `press ${tag}`, title, body: t.again, silent: true, data })
  }
  if (chosen === 'reply' && answer && typed !== '') {
    // By its guid, open windows learn whether the phone took it.
    if (await sendToPhone({ ...answer, message: typed, guid: crypto.randomUUID() })) return
    const data = { place, iden: `reply ${tag}`, phone: { key, answer, triggers: [], unsent: typed } }
    return showNotice(worker.registration, { tag: `reply ${tag}`, title: t.notSent, body: typed, silent: true, data })
  }
  const answers = { key, ...(unsent !== undefined && { text: unsent }) }
  await actInWindow({ place, ...((chosen === 'reply' || unsent !== undefined) && { answers }) })
}

/** Sends an ephemeral, encrypted if there is a password. @returns whether the server took it */
async function sendToPhone(ephemeral: Record<string, unknown>): Promise<boolean> {
  const own = await signedIn().catch(() => undefined)
  if (!own) return false
  const key = await readNote('worker.key')
  const push = key === undefined ? ephemeral : { encrypted: true, ciphertext: await seal(key, JSON.stringify(ephemeral)) }
  try {
    await own.calls.call(createEphemeral, { type: 'push', push })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** A notification was closed without a press: one of a phone closes there too. */
export async function closed(notification: Notification): Promise<void> {
  await updateBadge()
  if (notification.tag === lastPressed.tag && Date.now() - lastPressed.at < closesWithin) return
  const { dismissal, messages = [] } = dataOf(notification) ?? {}
  await noteClosed(messages.map(({ iden }) => iden))
  // Without a network it stays on the phone, which is harmless.
  if (dismissal) await sendToPhone(dismissal)
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
