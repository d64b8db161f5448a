// Erases the database of this browser.

export const databaseName = 'waypost'

/** How long other windows and the service worker may take to let go of it, in milliseconds. */
const letGoWithin = 2_000

let forgotten = false

/** Whether this window has erased the database for good. */
export const isForgotten = (): boolean => forgotten

/**
 * Erases the database. Resolves also if that is not possible: the next account erases what is not its own.
 * @param forGood this window opens it no more until it is loaded again
 */
export function forgetDatabase(forGood = false): Promise<void> {
  forgotten ||= forGood
  return new Promise((resolve) => {
    setTimeout(resolve, letGoWithin)
    try {
      const erasing = indexedDB.deleteDatabase(databaseName)
      erasing.onsuccess = erasing.onerror = () => resolve()
    } catch {
      // The browser has none.
      resolve()
    }
  })
}
