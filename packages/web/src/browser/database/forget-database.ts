// Erases the database of this browser.

export const databaseName = 'waypost'

/** How long other windows and the service worker may take to let go of it, in milliseconds. */
const letGoWithin = 2_000

let forgotten = false

/** Whether this window has erased the database for good. */
export const isForgotten = (): boolean => forgotten

/**
 * Erases the database. Resolves also if that is not possible: the next account erases data of others.
 * @param forGood this window opens it no more until it is loaded again
 */
export function forgetDatabase(forGood = false): Promise<void> {
  forgotten ||= forGood
  return new Promise((resolve) => {
    setTimeout(resolve, letGoWithin)
    try {
      empty()
      const erasing = indexedDB.deleteDatabase(databaseName)
      erasing.onsuccess = erasing.onerror = () => resolve()
    } catch {
      // The browser has none.
      resolve()
    }
  })
}

/** Empties the database. Unlike the database itself, that goes without the windows that do not let go of it. */
function empty(): void {
  const opening = indexedDB.open(databaseName)
  // There is none, and none is made.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const db = opening.result
    const stores = [...db.objectStoreNames]
    if (stores.length > 0) {
      const transaction = db.transaction(stores, 'readwrite')
      for (const store of stores) transaction.objectStore(store).clear()
    }
    // It ends open transactions.
    db.close()
  }
}
