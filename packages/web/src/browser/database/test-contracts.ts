// For tests: runs the storage contracts on this browser's engines. A story builds this file and runs it on a page.

import { inMemoryStore, type KeyValueStore, platform } from '@waypost/client'
import { savedContract } from '@waypost/client/ground/key-value-store.contract'
import { openWriteBehind } from '@waypost/client/storage'
import { largeStoreContract } from '@waypost/client/storage/large-store.contract'
import { savedLocally } from '../storage.ts'
import { browserLargeStore } from './large-store.ts'

const store = browserLargeStore()
const prefix = 'outbox.'

async function empty() {
  localStorage.clear()
  await store.transact(async ({ clear }) => clear())
  return store
}

async function texts(journal: KeyValueStore, room?: number): Promise<KeyValueStore> {
  const opened = openWriteBehind({ store: await empty(), prefix, journal, platform, room })
  await opened.refresh()
  return {
    read: (key) => opened.read(prefix + key),
    write: (key, text) => opened.write(prefix + key, text),
    erase: (key) => opened.erase(prefix + key),
    keys: (start) => opened.keys(prefix + start).map((key) => key.slice(prefix.length)),
  }
}

savedContract('local storage', async () => {
  await empty()
  return savedLocally()
})
savedContract('the database', (room) => texts(inMemoryStore(), room))
savedContract('the database, noted in local storage first', (room) => texts(savedLocally(), room))
largeStoreContract('the database', empty, {
  of: (bytes) => new Blob([bytes as Uint8Array<ArrayBuffer>]),
  read: async (sliced) => new Uint8Array(await (sliced as Blob).arrayBuffer()),
})
