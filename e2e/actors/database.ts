import type { Page } from '@playwright/test'

interface Stored {
  texts: string[]
  files: string[]
  pushes: string[]
}

/** The keys in each store of the database; empty if there is no database. */
export const storedIn = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const stored: Stored = { texts: [], files: [], pushes: [] }
    if (!(await indexedDB.databases()).some(({ name }) => name === 'waypost')) return stored
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await settled(indexedDB.open('waypost'))
    for (const name of ['texts', 'files', 'pushes'] as const)
      if (db.objectStoreNames.contains(name))
        stored[name] = (await settled(db.transaction(name).objectStore(name).getAllKeys())) as string[]
    db.close()
    return stored
  })
