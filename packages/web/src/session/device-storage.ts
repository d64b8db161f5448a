// Opens a session's storage in this browser's database, after the first screen.

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
 * Opens the storage of a session, tells the service worker whose it is, and requests Background Sync while pushes are queued that this
 * window can't send at once. Once the account has signed out, here or in another window, nothing more is written: a slow window would
 * otherwise erase the next account's data.
 */
export function openBrowserStorage(deps: DeviceStorageDeps, session: Session, token: string): DeviceStorage {
  const store = largeStoreUntil(browserLargeStore(), () => hasForgotten() || !isSignedIn(deps.user))
  const storage = openDeviceStorage(store, browserStoreChannel(), deps)
  const stop = watchOutbox(session, storage)
  storage.opened.then(
    () => noteForWorker(largeStoreOf(store, deps.user), session, token, deps.isClosed),
    // Without a database the service worker has nothing to send.
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
  // In a support session only windows send.
  if (!account || account.opened_by !== undefined) return
  const note = { token, account: account.iden, agent, guid: appGuid() }
  // The account may have signed in again since, with another token.
  largeStoreUntil(store, () => isClosed() || signedIn()?.api_key !== token)
    .transact(async (transaction) => noteIn(transaction, 'worker', note))
    // Without the note the service worker sends nothing.
    .catch(() => {})
}

/** A browser that is online fires the event at once, so it is requested again for each push, once that is stored. */
function watchOutbox({ push: { $waiting }, $connection }: Session, { texts }: DeviceStorage): () => void {
  const look = () => {
    // Offline, the stream counts as connected for up to a minute.
    const isOffline = !$networkUp.get() || $connection.get() === 'offline'
    if ($waiting.get() > 0 && (isOffline || !$visible.get())) void texts.settled().then(registerBackgroundSync)
  }
  const stops = [$waiting.subscribe(look), $connection.listen(look), $networkUp.listen(look), $visible.listen(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
