// All notifications of this browser: connects the parts with the session.

import { unreadCount } from '@waypost/client/notices/unread-count'
import type { Push } from '@waypost/protocol'
import { showCount } from '../../browser/badge.ts'
import { isFirefox } from '../../browser/extension.ts'
import { onLocked } from '../../browser/locked.ts'
import { clearNotification, onNotificationPress } from '../../browser/notifications/notifications.ts'
import { onAlarm } from '../../browser/runtime.ts'
import { openTab } from '../../browser/windows.ts'
import type { Answering } from '../../messages.ts'
import type { Opened } from '../../session/own-session.ts'
import { quietFor } from '../../settings/quiet.ts'
import { onSettings, readSettings, writeSettings } from '../../settings/settings.ts'
import type { BackgroundSession } from '../session.ts'
import { followArrivals } from './arrivals.ts'
import { followPhones } from './from-phones.ts'
import { openPresses } from './presses.ts'
import { drawnPush } from './push-drawn.ts'
import { isQuietHere } from './quiet.ts'
import { sendReply } from './replies.ts'
import { openScreen } from './screen.ts'
import { openShown, type ShownNotices } from './shown.ts'
import { readTold } from './told.ts'
import { nameOfDevice, words } from './words.ts'

type Answered = 'quiet' | 'reply-facts' | 'reply' | 'open-place' | 'people'

const hasButtons = !isFirefox

/** Minutes between checks whether it is still quiet. */
const lookEvery = 0.5

/** Must be called in the first turn of the background. */
export function openNotices(background: BackgroundSession): Answering<Answered> {
  const shown = openShown()
  let live: ReturnType<typeof openLive> | undefined
  const presses = openPresses({ shown, wake: background.wake })
  const look = () => live?.lookIfHeld()

  background.onOpen((opened) => {
    const own = openLive(opened, shown)
    live = own
    return () => {
      live = undefined
      own.close()
    }
  })
  onNotificationPress({
    pressed: (id, button) => void presses.pressed(id, button),
    closed: (id) => void presses.closed(id),
  })
  onLocked((locked) => locked || look())
  onAlarm('quiet', lookEvery, look)
  onSettings(look)

  async function wake(): Promise<Opened> {
    const opened = await background.wake()
    if (!opened) throw new Error(words.signedOut)
    return opened
  }

  return {
    async quiet({ on }) {
      await writeSettings({ quietUntil: on ? Date.now() + quietFor : 0 })
      return undefined
    },
    async 'reply-facts'({ id }) {
      const notice = await presses.answered(id)
      if (!notice) return undefined
      const { title, words: said, by, code, reply } = notice
      return { title, words: said, by, code, canReply: reply !== undefined }
    },
    async reply({ id, text }) {
      const notice = await presses.answered(id)
      const opened = await wake()
      if (!notice?.reply) throw new Error(words.gone)
      const sent = await sendReply(notice.reply, text, opened, live?.texts())
      await shown.remove(presses.answeredId(id))
      return sent
    },
    async 'open-place'({ id }) {
      const notice = await presses.answered(id)
      if (!notice) throw new Error(words.gone)
      await presses.openPlace(notice)
      return undefined
    },
    async people() {
      const { session } = await wake()
      return session.target.$people.get().flatMap(({ key, name, type }) => (type === 'chat' ? [{ email: key, name }] : []))
    },
  }
}

function openLive(opened: Opened, shown: ShownNotices) {
  const { session, own } = opened
  const screen = openScreen(own.origin, shown)

  async function drawn(push: Push) {
    const { silentNotices: silent } = await readSettings()
    const deviceName = nameOfDevice(session, push.source_device_iden)
    return drawnPush(push, { origin: own.origin, target: session.target.of(push), deviceName, hasButtons, silent })
  }

  const arrivals = followArrivals({
    session,
    device: own.device,
    told: readTold(own.device),
    settings: readSettings,
    isQuiet: isQuietHere,
    notify: async (pushes) => screen.show(await Promise.all(pushes.map(drawn))),
    over: screen.close,
    shown: async () => [...(await shown.all())].flatMap(([id, { iden }]) => (id === iden ? [id] : [])),
    open: openHere,
  })
  const phones = followPhones({ opened, screen, shown, hasButtons, settings: readSettings, isQuiet: isQuietHere })
  const $unread = unreadCount(session)
  /** Until the session is ready it knows no counts, and the icon keeps its last one. */
  const count = () => {
    if (session.$state.get() === 'ready') void showCount($unread.get())
  }
  const stops = [
    $unread.subscribe(count),
    session.$state.listen(count),
    session.onPush((push) => {
      if (push.edited !== undefined) void drawn(push).then(screen.renew)
    }),
  ]

  async function openHere(url: string): Promise<boolean> {
    const { openLinksInFront } = await readSettings()
    return openTab(url, { active: openLinksInFront })
  }

  /** No notification of a signed-out account may remain readable. */
  async function forget(): Promise<void> {
    for (const id of (await shown.all()).keys()) await clearNotification(id)
    await shown.clear()
    await showCount(0)
  }

  return {
    texts: phones.texts,
    lookIfHeld() {
      arrivals.lookIfHeld()
      phones.lookIfHeld()
    },
    close() {
      for (const stop of stops) stop()
      arrivals.close()
      phones.close()
      void forget()
    },
  }
}
