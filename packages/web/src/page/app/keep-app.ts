// What goes on in the background of the main page so that this browser works as an app: its service worker, its device, its notifications.

import type { Session } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { $installed } from '../../browser/app/install.ts'
import { closeNoticesIf } from '../../browser/app/notifications.ts'
import { $newVersion, onWorkerMessage, startServiceWorker, takeOver } from '../../browser/app/service-worker.ts'
import { actMessage, readNote, writeNote } from '../../browser/app/worker-notes.ts'
import { copyText } from '../../browser/clipboard.ts'
import { go } from '../../browser/location.ts'
import { placeOf } from '../../route.ts'
import { ownDevice } from '../../session/own-device.ts'
import { becomeDevice, keepReaching, wasRemoved, watchRemoval } from '../../session/this-device.ts'
import { i18n } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'

const messages = i18n('app-background', { version: 'New version', reload: 'Reload', copied: 'Copied' })

/** Starts all of it, once the session is ready. Returns a function that stops. */
export function keepApp(session: Session): () => void {
  const stops = [offerNewVersions(), passKey(session), keepDevice(session), doForWorker(), closeRead(session)]
  void startServiceWorker().then(() => keepReaching(session))
  return () => {
    for (const stop of stops) stop()
  }
}

/** Offers to load new versions. */
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
      // Without a network, the next start does it.
      if (!(error instanceof Refusal)) throw error
    }
  }

  const stops = [watchRemoval(session), $installed.subscribe((installed) => installed && void join())]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Does what was pressed on a notification, in this window. */
function doForWorker(): () => void {
  const act = async () => {
    const wanted = await readNote('worker.act')
    if (!wanted) return
    await writeNote('worker.act', undefined)
    if (wanted.place !== undefined) go(`/${wanted.place}`)
    if (wanted.copy !== undefined && (await copyText(wanted.copy))) showToast(messages.get().copied)
  }
  // A window that the worker has just opened.
  void act()
  return onWorkerMessage((message) => {
    if (message === actMessage) void act()
  })
}

/** Closes the notifications of conversations that have been read, which the service worker may have shown while no window was open. */
function closeRead({ mirror, target }: Session): () => void {
  return target.$unread.subscribe((unread) => {
    const known = mirror.of('pushes').get().entries
    void closeNoticesIf(({ place, messages }) => {
      const { section, item } = placeOf(place) ?? {}
      const key = section === 'people' || section === 'following' ? target.find(section, item ?? '')?.key : undefined
      // What has just arrived in the worker may not be here yet.
      return key !== undefined && key !== 'me' && !unread.has(key) && messages.every(({ iden }) => known.has(iden))
    })
  })
}
