// Notes writes in a small store that takes them at once, where they survive a window that closes before the large store has them.

import type { KeyValueStore } from '../ground/key-value-store.ts'
import { erasedPrefix } from '../ground/prefixes.ts'
import { isFull } from './large-store.ts'

/**
 * Opens it on a small store; without one, nothing is noted.
 * @param prefix of the keys that are noted
 */
export function openJournal(store: KeyValueStore | undefined, prefix: string) {
  return {
    /** Calls back with all that was left here by windows that have closed, or by an earlier version: undefined for what they erased. */
    forEach(take: (key: string, text: string | undefined) => void): void {
      if (!store) return
      for (const key of store.keys(erasedPrefix + prefix)) take(key.slice(erasedPrefix.length), undefined)
      for (const key of store.keys(prefix)) take(key, store.read(key))
    },
    /** Whether this text is noted; without a store, whether there is none. */
    has: (key: string, text: string | undefined): boolean => store?.read(key) === text,
    note(key: string, text: string | undefined): void {
      const [there, gone] = text === undefined ? [erasedPrefix + key, key] : [key, erasedPrefix + key]
      store?.erase(gone)
      try {
        store?.write(there, text ?? '')
      } catch (error) {
        // It is full, so only the large store has it.
        if (!isFull(error)) throw error
        store?.erase(there)
      }
    },
    /** Removes the note of this write, unless a later one has taken its place. */
    confirm(key: string, text: string | undefined): void {
      if (text === undefined) store?.erase(erasedPrefix + key)
      else if (store?.read(key) === text) store.erase(key)
    },
    /** Removes a text as if it had never been noted. */
    remove: (key: string): void => store?.erase(key),
  }
}
