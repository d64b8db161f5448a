import type { FileSource } from '@waypost/client'
import type { LargeStore, LargeTransaction, StoreChannel, StoredPush } from '@waypost/client/storage'
import { Refusal } from '@waypost/protocol'
import { abort, type Database, database } from './database.ts'

type Transaction = ReturnType<typeof begin>

const begin = (db: Database) => db.transaction(['texts', 'files', 'pushes'] as const, 'readwrite')
/** In bytes, where the browser doesn't say how much room there is. */
const likelyRoom = 100_000_000

/** This browser's large store, for its windows and its service worker. */
export function browserLargeStore(): LargeStore {
  return {
    async transact(work) {
      const transaction = begin(await database())
      // Both promises report a failed transaction.
      transaction.done.catch(() => {})
      const written: Promise<unknown>[] = []
      const write = (request: Promise<unknown>) => {
        request.catch(() => {})
        written.push(request)
      }
      try {
        const result = await work(transactionOn(transaction, write))
        // The browser finishes it even if the window closes now.
        if (written.length > 0) transaction.commit?.()
        await Promise.all(written)
        await transaction.done
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

/** Messages about the texts of the large store, to and from the other windows and the service worker. */
export function browserStoreChannel(): StoreChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined
  const channel = new BroadcastChannel('waypost texts')
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const heard = ({ data }: MessageEvent) => listener(data)
      channel.addEventListener('message', heard)
      return () => channel.close()
    },
  }
}

/** Asks the browser not to evict this data, where it decides that without asking the user. */
export async function askToPersist(): Promise<void> {
  // Firefox would ask the user, and lacks `userAgentData`.
  if (!('userAgentData' in navigator) || !navigator.storage?.persist) return
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Nothing changes.
  }
}

function transactionOn(transaction: Transaction, write: (request: Promise<unknown>) => void): LargeTransaction {
  const [texts, files, pushes] = [
    transaction.objectStore('texts'),
    transaction.objectStore('files'),
    transaction.objectStore('pushes'),
  ]
  return {
    readText: (key) => texts.get(key),
    async readTexts(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
      const [keys, found] = await Promise.all([texts.getAllKeys(range), texts.getAll(range)])
      return keys.map((key, index) => [key, found[index] as string])
    },
    writeText: (key, text) => write(texts.put(text, key)),
    eraseText: (key) => write(texts.delete(key)),
    async readFile(key) {
      const file = await files.get(key)
      return file && sourceOf(file)
    },
    fileKeys: () => files.getAllKeys(),
    writeFile(key, { name, type, size, slice }) {
      write(files.put(new File([slice(0, size) as Blob], name, { type }), key))
    },
    eraseFile: (key) => write(files.delete(key)),
    readPush: (iden) => pushes.get(iden),
    async readPushes({ conversation, from, before }, limit, end) {
      const index = pushes.index('place')
      const range = IDBKeyRange.bound([conversation, from], [conversation, before], false, true)
      if (end === 'first') return index.getAll(range, limit)
      const found: StoredPush[] = []
      for (let at = await index.openCursor(range, 'prev'); at && found.length < limit; at = await at.continue())
        found.push(at.value)
      return found
    },
    writePush: (push) => write(pushes.put(push)),
    erasePush: (iden) => write(pushes.delete(iden)),
    clear() {
      for (const store of [texts, files, pushes]) write(store.clear())
    },
  }
}

function sourceOf(file: Blob): FileSource {
  const name = file instanceof File ? file.name : ''
  return { name, type: file.type, size: file.size, slice: (start, end) => file.slice(start, end) }
}

const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
