// Lets the browser send what waits after the last window has closed, where it has Background Sync.

import { platform } from '@waypost/client'
import { sendKept } from '@waypost/client/queue/send-kept'
import { largeStoreOf, openKeptFiles, openOutboxTexts } from '@waypost/client/storage'
import { browserLargeStore, browserStoreChannel } from './large-store.ts'
import { browserTabs } from './tabs.ts'
import { readWorkerRecord } from './worker-record.ts'

/** The tag of the `sync` event on which the service worker calls `sendInBackground`. */
export const outboxTag = 'outbox'

/** https://wicg.github.io/background-sync/spec/#sync-manager-interface */
interface SyncManager {
  register(tag: string): Promise<void>
}

/** Asks for a `sync` event once there is a network, also after this window has closed. Does nothing where the browser has none. */
export function registerBackgroundSync(): void {
  navigator.serviceWorker?.ready
    .then((registration) => (registration as { sync?: SyncManager }).sync?.register(outboxTag))
    // The user has forbidden it.
    .catch(() => {})
}

/**
 * Sends what waits in the outbox of this browser, while no window does. For the service worker.
 * @returns `again` if something has to be retried later: the `sync` event should fail then, so that the browser repeats it
 */
export async function sendInBackground(): Promise<'done' | 'again'> {
  const record = await readWorkerRecord()
  if (!record) return 'done'
  const store = largeStoreOf(browserLargeStore(), record.account)
  const saved = openOutboxTexts(store, browserStoreChannel())
  try {
    await saved.refresh()
    const { token, account, agent } = record
    const files = openKeptFiles(store)
    return await sendKept({ origin: self.origin, token, account, agent, saved, files, platform, tabs: browserTabs() })
  } finally {
    saved.close()
  }
}
