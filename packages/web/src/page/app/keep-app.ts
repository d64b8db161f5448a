// The main page's background work that makes this browser an app: its service worker, its device, its notifications.

import type { Session } from '@waypost/client'
import { getPush, type Push, Refusal } from '@waypost/protocol'
import { $installed } from '../../browser/app/install.ts'
import { closeNoticesIf } from '../../browser/app/notifications.ts'
import { $newVersion, onWorkerMessage, startServiceWorker, takeOver } from '../../browser/app/service-worker.ts'
import { actMessage, readNote, type WindowAct, writeNote } from '../../browser/app/worker-notes.ts'
import { $focused } from '../../browser/attention.ts'
import { copyText } from '../../browser/clipboard.ts'
import { go, onHashChanged } from '../../browser/location.ts'
import { isOpen, isTargetSection, placeOf } from '../../route.ts'
import { ownDevice } from '../../session/own-device.ts'
import { becomeDevice, keepReaching, wasRemoved, watchRemoval } from '../../session/this-device.ts'
import { $wantedReply } from '../../session/wanted-reply.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { appBackground } from './en.ts'

const messages = i18n('app-background', appBackground)

/** Starts all of it, once the session is ready. @param copyOf the text that copying a push puts on the clipboard */
export function keepApp(session: Session, copyOf: (push: Push) => string): () => void {
  const stops = [offerNewVersions(), passKey(session), keepDevice(session), doForWorker(session, copyOf), closeRead(session)]
  void startServiceWorker().then(() => keepReaching(session))
  return () => {
    for (const stop of stops) stop()
  }
}

function offerNewVersions(): () => void {
  return $newVersion.subscribe((next) => {
    const t = messages.get()
    if (next) showToast(t.version, { label: t.reload, run: () => takeOver(next) }, { lasting: true })
  })
}

/** Passes the key of the end-to-end password to the worker, which shows encrypted notifications. */
function passKey({ encryption }: Session): () => void {
  return encryption.$key.subscribe((key) => void writeNote('worker.key', key))
}

/** An installed app is a device of the account, until it is removed. */
function keepDevice(session: Session): () => void {
  async function join(): Promise<void> {
    if (ownDevice() !== undefined || wasRemoved()) return
    try {
      await becomeDevice(session)
    } catch (error) {
      // Offline: the next start does it.
      if (!(error instanceof Refusal)) throw error
    }
  }

  const stops = [watchRemoval(session), $installed.subscribe((installed) => installed && void join())]
  return () => {
    for (const stop of stops) stop()
  }
}

function doForWorker(session: Session, copyOf: (push: Push) => string): () => void {
  const act = async () => {
    const wanted = await readNote('worker.act')
    if (!wanted) return
    await writeNote('worker.act', undefined)
    const { place, copy, reply, answers } = wanted
    if (place !== undefined) go(`/${place}`)
    // On touch screens too, where a conversation opens without the keyboard.
    if (reply) focusSoon(() => document.querySelector<HTMLElement>('main textarea'))
    if (answers) $wantedReply.set(answers)
    if (!copy) return
    const t = messages.get()
    showToast((await copyText(await wholeText(copy))) ? t.copied : t.notCopied)
  }
  /** Long texts were cut to fit into a message. Offline, the short text has to do. */
  const wholeText = async ({ text, cutFrom }: NonNullable<WindowAct['copy']>) => {
    if (cutFrom === undefined) return text
    try {
      return copyOf(await session.call(getPush, { iden: cutFrom }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return text
    }
  }
  // For a window that the worker has just opened.
  void act()
  return onWorkerMessage((message) => {
    if (message === actMessage) void act()
  })
}

/** Closes the notifications of read conversations, which the service worker may have shown while no window was open. */
function closeRead({ mirror, target }: Session): () => void {
  const look = () => {
    const unread = target.$unread.get()
    const known = mirror.of('pushes').get().entries
    // The account's own pushes to itself are never unread; they count as seen once this window shows them.
    const showsOwn = $focused.get() && isOpen('people', 'me')
    void closeNoticesIf(({ place, messages }) => {
      const { section, item } = placeOf(place) ?? {}
      const key = section && isTargetSection(section) && section !== 'devices' ? target.find(section, item ?? '')?.key : undefined
      const isRead = key === 'me' ? showsOwn : key !== undefined && !unread.has(key)
      // A push that has just reached the worker may not be here yet.
      return isRead && messages.every(({ iden }) => known.has(iden))
    })
  }
  const stops = [target.$unread.subscribe(look), $focused.listen(look), onHashChanged(look), mirror.of('pushes').listen(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
