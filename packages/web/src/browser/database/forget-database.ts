export const databaseName = 'waypost'

/** How long other windows and the service worker may take to close it, in milliseconds. */
const letGoWithin = 2_000

let forgotten = false

/** Whether this window has erased the database for good. */
export const isForgotten = (): boolean => forgotten

/**
 * Erases the database. Resolves even if that isn't possible: the next account erases other people's data.
 * @param forGood whether this window refuses to reopen it until reloaded
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
      // The browser has no database.
      resolve()
    }
  })
}

/** Unlike deleting the database, this works while other windows have it open. */
function empty(): void {
  const opening = indexedDB.open(databaseName)
  // The database doesn't exist, and must not be created.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const db = opening.result
    const stores = [...db.objectStoreNames]
    if (stores.length > 0) {
      const transaction = db.transaction(stores, 'readwrite')
      for (const store of stores) transaction.objectStore(store).clear()
    }
    // The connection's open transactions end.
    db.close()
  }
}
