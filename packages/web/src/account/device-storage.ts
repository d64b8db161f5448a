// Opens what a session keeps in the database of this browser. It is fetched after the first screen.

import type { Session } from '@waypost/client'
import { type DeviceStorage, type DeviceStorageDeps, openDeviceStorage } from '@waypost/client/storage'
import { $visible } from '../browser/attention.ts'
import { registerBackgroundSync } from '../browser/background-sync.ts'
import { askToPersist, browserLargeStore, browserStoreChannel } from '../browser/large-store.ts'
import { writeWorkerRecord } from '../browser/worker-record.ts'
import { agent, appGuid } from './session.ts'

/**
 * Opens the storage of a session, notes for the service worker whose it is, and asks for Background Sync while something waits that this
 * window cannot send at once.
 */
export function openBrowserStorage(deps: DeviceStorageDeps, session: Session, token: string): DeviceStorage {
  const storage = openDeviceStorage(browserLargeStore(), browserStoreChannel(), deps)
  const stop = watchOutbox(session)
  storage.opened.then(
    () => noteForWorker(session, token),
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

async function noteForWorker({ $account }: Session, token: string): Promise<void> {
  const account = $account.get()
  // What an administrator sees for support is sent by windows only.
  if (!account || account.opened_by !== undefined) return
  try {
    await writeWorkerRecord({ token, account: account.iden, agent, guid: appGuid() })
  } catch {
    // Another account has signed in meanwhile, or there is no room: what waits is sent by the next window.
  }
}

function watchOutbox({ push: { $waiting }, $connection }: Session): () => void {
  const look = () => {
    if ($waiting.get() && ($connection.get() === 'offline' || !$visible.get())) registerBackgroundSync()
  }
  const stops = [$waiting.subscribe(look), $connection.listen(look), $visible.listen(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
