import { Refusal } from '@waypost/protocol'

/**
 * A key-value store for small strings that outlive the session. Calls are synchronous, as with a browser's local storage.
 * `key-value-store.contract.ts` tests what every engine must do.
 */
export interface KeyValueStore {
  /** Undefined if there is none. */
  read(key: string): string | undefined
  /** @throws Refusal `storage_full` if there is no room; the previous text stays. */
  write(key: string, text: string): void
  erase(key: string): void
  /** In no particular order. */
  keys(prefix: string): string[]
}

/** Returns an empty store in memory. `room` is its capacity, in UTF-16 units of keys and texts. */
export function inMemoryStore(room = 50_000_000): KeyValueStore {
  const texts = new Map<string, string>()
  let used = 0
  const sizeOf = (key: string, text: string | undefined) => (text === undefined ? 0 : key.length + text.length)
  return {
    read: (key) => texts.get(key),
    write(key, text) {
      const after = used - sizeOf(key, texts.get(key)) + sizeOf(key, text)
      if (after > room) throw new Refusal('storage_full')
      used = after
      texts.set(key, text)
    },
    erase(key) {
      used -= sizeOf(key, texts.get(key))
      texts.delete(key)
    },
    keys: (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  }
}
