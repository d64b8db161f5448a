// Hands files from a page to the background, which sends them even after the page has closed: in Chromium, messages can't carry files.

const databaseName = 'waypost handed files'
const storeName = 'files'
/** In milliseconds. Files that no background has fetched for this long are leftovers of a page that closed too early. */
const leftAfter = 60 * 60_000

interface Handed {
  at: number
  files: readonly File[]
}

/** Keeps files for the background. @returns the name to fetch them by @throws DOMException if there is no room */
export async function handOver(files: readonly File[]): Promise<string> {
  const name = crypto.randomUUID()
  await inStore('readwrite', (store) => store.put({ at: Date.now(), files } satisfies Handed, name))
  return name
}

/** The files that a page handed over; none if the name is unknown. */
export async function handedFiles(name: string): Promise<readonly File[]> {
  const found = (await inStore('readonly', (store) => store.get(name))) as Handed | undefined
  return found?.files ?? []
}

/** Removes files once the background has stored them elsewhere. */
export async function forgetHanded(name: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(name))
}

/** Removes all files, or just the leftovers. */
export async function forgetLeftFiles(all = false): Promise<void> {
  const names = await inStore('readonly', (store) => store.getAllKeys())
  for (const name of names) {
    const { at = 0 } = ((await inStore('readonly', (store) => store.get(name))) as Handed | undefined) ?? {}
    if (all || at < Date.now() - leftAfter) await forgetHanded(String(name))
  }
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
