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

/** Keeps everything in memory and loses it with the process. */
export function savedInMemory(): Saved {
  const texts = new Map<string, string>()
  return {
    read: (key) => texts.get(key),
    write: (key, text) => void texts.set(key, text),
    erase: (key) => void texts.delete(key),
    keys: (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  }
}
