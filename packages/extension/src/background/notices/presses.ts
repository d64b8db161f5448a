// Handles presses on notifications, and their closing.

import { pressAction, Refusal } from '@waypost/protocol'
import * as v from 'valibot'
import { copyText } from '../../browser/clipboard.ts'
import { fileUrl } from '../../browser/extension.ts'
import { clearNotification, showNotification } from '../../browser/notifications/notifications.ts'
import { openSmallWindow, sizes } from '../../browser/small-window.ts'
import { readValue, writeValue } from '../../browser/storage.ts'
import { openTab } from '../../browser/windows.ts'
import type { Opened } from '../../session/own-session.ts'
import { readSettings } from '../../settings/settings.ts'
import { isExpired, withAge } from './expiry.ts'
import { sendToPhone } from './replies.ts'
import type { Act, Shown, ShownNotices } from './shown.ts'
import { words } from './words.ts'

interface Deps {
  shown: ShownNotices
  /** The session, started; undefined if nobody is signed in. */
  wake(): Promise<Opened | undefined>
}

const agesName = 'closedAges'

/** Keeps the details of a notification that is being answered after it has closed. */
const answeredId = (id: string): string => `answer ${id}`

export function openPresses({ shown, wake }: Deps) {
  async function pressed(id: string, button: number | undefined): Promise<void> {
    const notice = await shown.remove(id)
    await clearNotification(id)
    if (!notice) return
    const act = button === undefined ? notice.main : notice.buttons[button]
    if (act?.does === 'copy' && (await copyText(act.text))) return dismiss(notice)
    if (act?.does === 'reply' || act?.does === 'copy') {
      await shown.set(answeredId(id), { ...notice, ...(act.does === 'copy' && { code: act.text }) })
      await openSmallWindow(`reply.html?id=${encodeURIComponent(id)}`, sizes.reply)
      return dismissPush(notice)
    }
    if (act?.does === 'open') await openTab(act.url)
    else if (act?.does === 'press') return pressAtServer(act, notice)
    else if (act?.does === 'trigger') return pressOnPhone(act, notice)
    else if (act?.does === 'dismiss') return dismiss(notice)
    else await openPlace(notice)
    await dismissPush(notice)
  }

  async function dismissPush({ iden }: Shown): Promise<void> {
    const opened = iden === undefined ? undefined : await wake()
    await opened?.session.push.dismiss(iden as string)
  }

  /** Dismisses it everywhere: the push, or the notification on its phone. */
  async function dismiss(notice: Shown): Promise<void> {
    await dismissPush(notice)
    if (!notice.dismissal) return
    const opened = await wake()
    await opened?.session.sendEphemeral({ type: 'dismissal', ...notice.dismissal }).catch((error: unknown) => {
      // It stays on the phone, which does no harm.
      if (!(error instanceof Refusal)) throw error
    })
  }

  async function closed(id: string): Promise<void> {
    const notice = await shown.remove(id)
    if (!notice) return
    const age = Date.now() - notice.at
    const kept = await readValue('local', agesName)
    const before = v.is(v.array(v.number()), kept) ? kept : []
    await writeValue('local', agesName, withAge(age, before))
    if (!isExpired(age, before) && (await readSettings()).closingDismisses) await dismiss(notice)
  }

  async function openPlace({ place }: Pick<Shown, 'place'>): Promise<void> {
    const opened = await wake()
    await openTab(opened ? `${opened.own.origin}/${place}` : fileUrl('options.html'))
  }

  async function pressAtServer(
    { action, label, dismisses }: Extract<Act, { does: 'press' }>,
    { iden = '' }: Shown,
  ): Promise<void> {
    const opened = await wake()
    if (!opened) return
    const trouble = await opened.session.call(pressAction, { iden, action }).then(
      ({ press }) => press?.error ?? ((press?.status ?? 0) >= 400 ? words.status(press?.status ?? 0) : undefined),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return error.message
      },
    )
    if (trouble !== undefined) return tellOf(label, trouble)
    if (dismisses) await opened.session.push.dismiss(iden)
  }

  async function pressOnPhone({ sends, label }: Extract<Act, { does: 'trigger' }>, { dismissal }: Shown): Promise<void> {
    const opened = await wake()
    if (!opened) return
    const device = String(sends.source_device_iden ?? dismissal?.source_device_iden)
    await sendToPhone(sends, device, opened.session).catch((error: Error) => tellOf(label, error.message))
  }

  const tellOf = (label: string, message: string): Promise<void> =>
    showNotification(`failed ${label}`, { title: words.failed(label), message, silent: true })

  return { pressed, closed, openPlace, answered: (id: string) => shown.get(answeredId(id)), answeredId }
}
