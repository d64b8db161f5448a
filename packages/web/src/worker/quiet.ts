// Shows a fallback after too many silent pushes: Firefox would end the subscription, and Chromium would show a text of its own.

import { showNotice } from '../browser/app/shown-notices.ts'
import { readNote, writeNote } from '../browser/app/worker-notes.ts'
import { i18n } from '../ui/language.ts'
import { workerQuiet } from './en.ts'
import { worker } from './scope.ts'

const messages = i18n('worker-quiet', workerQuiet)

/** The most silent messages allowed, and within how many milliseconds. */
const most = { count: 5, within: 24 * 60 * 60_000 }

/** Counts a silent message, and shows a quiet notification after too many. */
export async function keepQuiet(): Promise<void> {
  if ((await worker.registration.getNotifications()).length > 0) return
  const now = Date.now()
  const before = ((await readNote('worker.silent')) ?? []).filter((at) => at <= now && now - at < most.within)
  await writeNote('worker.silent', [...before, now].slice(-most.count))
  if (before.length < most.count) return
  const t = messages.get()
  await showNotice(worker.registration, { tag: 'quiet', title: t.title, body: t.body, silent: true, data: { place: '#people' } })
}
