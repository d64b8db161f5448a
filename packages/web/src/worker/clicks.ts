import type { NoticeAction, PhoneActs, SenderAction } from '@waypost/client/notices'
import { createEphemeral, pressAction, Refusal, seal, updatePush } from '@waypost/protocol'
import { dataOf, type ShownData, showNotice } from '../browser/app/shown-notices.ts'
import { actMessage, readNote, type WindowAct, writeNote } from '../browser/app/worker-notes.ts'
import { i18n } from '../ui/language.ts'
import { noteClosed } from './closed-notices.ts'
import { workerPresses } from './en.ts'
import { signedIn, updateBadge, worker } from './scope.ts'

const messages = i18n('worker-presses', workerPresses)

/** The time is in milliseconds. */
let lastPressed = { tag: '', at: 0 }
/** In milliseconds. Some browsers report that the notification was closed up to this long after a click. */
const closesWithin = 3_000

/** Handles a click on a notification or one of its actions. @param typed the text typed into its field */
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
    // Chromium on Linux names no action for typed text.
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

/** Shows the error if one at the server failed. */
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

/** @returns why that failed */
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

/** Without a text, a window opens the reply field. */
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
    // The guid tells open windows whether the phone took it.
    if (await sendToPhone({ ...answer, message: typed, guid: crypto.randomUUID() })) return
    const data = { place, iden: `reply ${tag}`, phone: { key, answer, triggers: [], unsent: typed } }
    return showNotice(worker.registration, { tag: `reply ${tag}`, title: t.notSent, body: typed, silent: true, data })
  }
  const answers = { key, ...(unsent !== undefined && { text: unsent }) }
  await actInWindow({ place, ...((chosen === 'reply' || unsent !== undefined) && { answers }) })
}

/** Encrypted if there is a password. @returns whether the server accepted it */
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

/** Handles a notification closed without a click: a phone notification closes there too. */
export async function closed(notification: Notification): Promise<void> {
  await updateBadge()
  if (notification.tag === lastPressed.tag && Date.now() - lastPressed.at < closesWithin) return
  const { dismissal, messages = [] } = dataOf(notification) ?? {}
  await noteClosed(messages.map(({ iden }) => iden))
  // Offline it stays on the phone, which does no harm.
  if (dismissal) await sendToPhone(dismissal)
}

async function dismiss(idens: readonly string[]): Promise<void> {
  const own = await signedIn().catch(() => undefined)
  // SMS and mirrored notifications aren't pushes. Offline, a push counts as unread until it is seen.
  for (const iden of idens.filter((each) => each !== '' && !each.includes(' ')))
    await own?.calls.call(updatePush, { iden, dismissed: true }).catch(ignoreRefusal)
}

/** Opens a place in a window: an open one if there is one, otherwise a new one. */
async function actInWindow({ place, ...act }: WindowAct & { place: string }): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A window at `/share` holds unsent shares.
  const main = windows.filter(({ url }) => new URL(url).pathname === '/')
  const [open] = [...main.filter(({ visibilityState }) => visibilityState === 'visible'), ...main]
  // A new window starts at the place; a later message would pull people away from wherever they have gone since.
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
