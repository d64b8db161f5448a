import { platform } from '@waypost/client'
import { sendKept } from '@waypost/client/queue/send-kept'
import { largeStoreOf, openKeptFiles, openOutboxTexts } from '@waypost/client/storage'
import { readNote } from '../app/worker-notes.ts'
import { browserTabs } from '../tabs.ts'
import { browserLargeStore, browserStoreChannel } from './large-store.ts'

/**
 * Sends the outbox of the account signed in here.
 * @returns `again` if something has to be retried later: the `sync` event should then fail, so the browser repeats it
 */
export async function sendInBackground(): Promise<'done' | 'again'> {
  const known = await readNote('worker')
  if (!known) return 'done'
  const { token, account, agent } = known
  const store = largeStoreOf(browserLargeStore(), account)
  const saved = openOutboxTexts(store, browserStoreChannel(), account)
  try {
    await saved.refresh()
    const files = openKeptFiles(store)
    return await sendKept({ origin: self.origin, token, account, agent, saved, files, platform, tabs: browserTabs() })
  } finally {
    saved.close()
  }
}
