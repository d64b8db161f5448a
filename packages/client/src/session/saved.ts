import { Refusal } from '@waypost/protocol'

/**
 * Where a client keeps what must survive it: small texts by key. Calls answer at once, as a browser's local storage does.
 * `saved.contract.ts` says what every engine must do.
 */
export interface Saved {
  /** The text under a key, or undefined. */
  read(key: string): string | undefined
  /** @throws Refusal `storage_full` where there is no room; what was there before stays. */
  write(key: string, text: string): void
  erase(key: string): void
  /** Every key that starts with `prefix`, in no order. */
  keys(prefix: string): string[]
}

/** Keeps everything in memory and loses it with the process. `room` is the most it holds, in UTF-16 units of keys and texts. */
export function savedInMemory(room = 50_000_000): Saved {
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
