// Opens what a session keeps in the database of this browser. It is opened after the first screen.

import type { Session } from '@waypost/client'
import {
  type DeviceStorage,
  type DeviceStorageDeps,
  type LargeStore,
  largeStoreOf,
  largeStoreUntil,
  openDeviceStorage,
} from '@waypost/client/storage'
import { registerBackgroundSync } from '../browser/app/background-sync.ts'
import { noteIn } from '../browser/app/worker-notes.ts'
import { $visible } from '../browser/attention.ts'
import { askToPersist, browserLargeStore, browserStoreChannel } from '../browser/database/large-store.ts'
import { $networkUp } from '../browser/network.ts'
import { hasForgotten } from '../browser/storage.ts'
import { agent, appGuid, isSignedIn, signedIn } from './account.ts'

/**
 * Opens the storage of a session, notes for the service worker whose it is, and asks for Background Sync while something waits that this
 * window cannot send at once. Once the account has signed out, here or in another window, nothing is written any more: a window that was
 * slow would otherwise erase what the next account keeps.
 */
export function openBrowserStorage(deps: DeviceStorageDeps, session: Session, token: string): DeviceStorage {
  const store = largeStoreUntil(browserLargeStore(), () => hasForgotten() || !isSignedIn(deps.user))
  const storage = openDeviceStorage(store, browserStoreChannel(), deps)
  const stop = watchOutbox(session, storage)
  storage.opened.then(
    () => noteForWorker(largeStoreOf(store, deps.user), session, token, deps.isClosed),
    // Without a database there is nothing that the service worker could send.
    () => {},
  )
  const { files } = storage
  return {
    ...storage,
    files: {
      ...files,
      keep(guid, file) {
        void askToPersist()
        return files.keep(guid, file)
      },
    },
    close() {
      stop()
      storage.close()
    },
  }
}

/** Signing out erases the note with the database. */
function noteForWorker(store: LargeStore, { $account }: Session, token: string, isClosed: () => boolean): void {
  const account = $account.get()
  // In a session for support only windows send.
  if (!account || account.opened_by !== undefined) return
  const note = { token, account: account.iden, agent, guid: appGuid() }
  // The account may have signed in again since, with another token.
  largeStoreUntil(store, () => isClosed() || signedIn()?.api_key !== token)
    .transact(async (transaction) => noteIn(transaction, 'worker', note))
    // Without it the service worker sends nothing.
    .catch(() => {})
}

/** A browser that has a network sends the event at once, so it is asked again for each push, once that is stored. */
function watchOutbox({ push: { $waiting }, $connection }: Session, { texts }: DeviceStorage): () => void {
  const look = () => {
    // Without a network the stream counts as connected for up to a minute.
    const isOffline = !$networkUp.get() || $connection.get() === 'offline'
    if ($waiting.get() > 0 && (isOffline || !$visible.get())) void texts.settled().then(registerBackgroundSync)
  }
  const stops = [$waiting.subscribe(look), $connection.listen(look), $networkUp.listen(look), $visible.listen(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
