// Runs the storage contracts against the extension's storage in this browser. A test builds this file and runs it on a page of the
// extension.

import { platform } from '@waypost/client'
import { savedContract } from '@waypost/client/ground/key-value-store.contract'
import { openWriteBehind } from '@waypost/client/storage'
import { largeStoreContract } from '@waypost/client/storage/large-store.contract'
import { extensionLargeStore } from '../src/browser/large-store.ts'
import { openSaved } from '../src/browser/saved.ts'

const store = extensionLargeStore()
const prefix = 'outbox.'

async function empty() {
  await store.transact(async ({ clear }) => clear())
  return store
}

const fresh = (room?: number) => openSaved(crypto.randomUUID(), room)

savedContract('the storage of the extension', fresh)
savedContract('the database, noted in the storage of the extension first', async (room) => {
  const opened = openWriteBehind({ store: await empty(), prefix, journal: await fresh(), platform, room })
  await opened.refresh()
  return {
    read: (key) => opened.read(prefix + key),
    write: (key, text) => opened.write(prefix + key, text),
    erase: (key) => opened.erase(prefix + key),
    keys: (start) => opened.keys(prefix + start).map((key) => key.slice(prefix.length)),
  }
})
largeStoreContract('the database', empty, {
  of: (bytes) => new Blob([bytes as Uint8Array<ArrayBuffer>]),
  read: async (sliced) => new Uint8Array(await (sliced as Blob).arrayBuffer()),
})
