// Keeps data too large for the extension's storage in a database: the outbox with its files, and older history. It stands apart
// from that of the web client (packages/web/src/browser/database/large-store.ts), which uses a library for databases, because the client, which
// is all that both may import, knows no browser; one contract tests both.

import type { FileSource } from '@waypost/client'
import type { LargeStore, LargeTransaction, StoreChannel, StoredPush } from '@waypost/client/storage'
import { Refusal } from '@waypost/protocol'

const databaseName = 'waypost'
const stores = ['texts', 'files', 'pushes'] as const
/** In bytes, where the browser doesn't say how much room there is. */
const likelyRoom = 100_000_000

let opened: Promise<IDBDatabase> | undefined

/** The large store of this extension, for its background and its pages. */
export function extensionLargeStore(): LargeStore {
  return {
    async transact(work) {
      const transaction = (await database()).transaction(stores, 'readwrite')
      const ended = endOf(transaction)
      // It is reported below.
      ended.catch(() => {})
      try {
        let hasWritten = false
        const result = await work(
          transactionOn(transaction, () => {
            hasWritten = true
          }),
        )
        // The browser finishes it even if the page closes now.
        if (hasWritten) transaction.commit()
        await ended
        return result
      } catch (error) {
        abort(transaction)
        const failure = transaction.error ?? error
        throw isQuota(failure) || isQuota(error) ? new Refusal('storage_full', undefined, { cause: failure }) : failure
      }
    },
    async room() {
      const { quota, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
      return quota === undefined ? likelyRoom : quota - usage
    },
  }
}

/** Messages about the texts of the large store, between background and pages. */
export function extensionStoreChannel(): StoreChannel {
  const channel = new BroadcastChannel('waypost texts')
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent) => listener(data))
      return () => channel.close()
    },
  }
}

/** Empties the database. Deleting it would block on any page that still has it open. */
export async function emptyLargeStore(): Promise<void> {
  await extensionLargeStore().transact(async ({ clear }) => clear())
}

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('texts')
      opening.result.createObjectStore('files')
      opening.result.createObjectStore('pushes', { keyPath: 'iden' }).createIndex('place', ['conversation', 'created'])
    }
    opening.onsuccess = () => {
      const db = opening.result
      const forget = () => {
        opened = undefined
        db.close()
      }
      // A newer version of the extension needs to upgrade it, or the browser has closed it.
      db.onversionchange = forget
      db.onclose = forget
      resolve(db)
    }
    opening.onerror = () => reject(opening.error)
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was ended.'))
  })

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
}

function transactionOn(transaction: IDBTransaction, onWrite: () => void): LargeTransaction {
  const [texts, files, pushes] = stores.map((name) => transaction.objectStore(name)) as [
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
  ]
  /** A failing request ends the transaction, which reports the error. */
  const write = (_request: IDBRequest) => onWrite()
  return {
    readText: (key) => answerOf<string | undefined>(texts.get(key)),
    async readTexts(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [keys, found] = await Promise.all([answerOf(texts.getAllKeys(range)), answerOf<string[]>(texts.getAll(range))])
      return keys.map((key, index) => [String(key), found[index] as string])
    },
    writeText: (key, text) => write(texts.put(text, key)),
    eraseText: (key) => write(texts.delete(key)),
    async readFile(key) {
      const file = await answerOf<Blob | undefined>(files.get(key))
      return file && sourceOf(file)
    },
    fileKeys: async () => (await answerOf(files.getAllKeys())).map(String),
    writeFile(key, { name, type, size, slice }) {
      write(files.put(new File([slice(0, size) as Blob], name, { type }), key))
    },
    eraseFile: (key) => write(files.delete(key)),
    readPush: (iden) => answerOf<StoredPush | undefined>(pushes.get(iden)),
    async readPushes({ conversation, from, before }, limit, end) {
      const index = pushes.index('place')
      const range = IDBKeyRange.bound([conversation, from], [conversation, before], false, true)
      return end === 'first' ? answerOf<StoredPush[]>(index.getAll(range, limit)) : lastOf(index, range, limit)
    },
    writePush: (push) => write(pushes.put(push)),
    erasePush: (iden) => write(pushes.delete(iden)),
    clear() {
      for (const store of [texts, files, pushes]) write(store.clear())
    },
  }
}

/** The latest first. */
const lastOf = (index: IDBIndex, range: IDBKeyRange, limit: number): Promise<StoredPush[]> =>
  new Promise((resolve, reject) => {
    const found: StoredPush[] = []
    if (limit <= 0) return resolve(found)
    const request = index.openCursor(range, 'prev')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const cursor = request.result
      if (cursor) found.push(cursor.value as StoredPush)
      if (cursor && found.length < limit) cursor.continue()
      else resolve(found)
    }
  })

function sourceOf(file: Blob): FileSource {
  const name = file instanceof File ? file.name : ''
  return { name, type: file.type, size: file.size, slice: (start, end) => file.slice(start, end) }
}

const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
