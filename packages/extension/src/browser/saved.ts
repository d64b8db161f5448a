// Keeps a session's saved data in the extension's storage: read synchronously from memory, written behind, and in step across all contexts.

import type { KeyValueStore } from '@waypost/client'
import { Refusal } from '@waypost/protocol'

const prefix = 'saved.'
/** In bytes, as browsers count them: `storage.local` holds 10 MB, and settings need part of it. */
const usualRoom = 9_500_000
/** In milliseconds. */
const retryAfter = 5_000

interface Saved extends KeyValueStore {
  written(): Promise<void>
  /** Writes what is left and stops following other contexts. */
  close(): void
}

/**
 * Opens the store of one sign-in, loading it into memory first. Leftovers of an earlier sign-in are removed: a slow page may have written
 * them after the sign-out.
 * @param owner tells sign-ins apart
 */
export async function openSaved(owner: string, room = usualRoom): Promise<Saved> {
  const own = `${prefix}${owner}.`
  const texts = new Map<string, string>()
  let early: [string, string | undefined][] | undefined = []
  let used = 0
  let changed = new Map<string, string | undefined>()
  let writing: Promise<void> | undefined
  let closed = false
  // Unlike `storage.onChanged`, it isn't delivered to the context that wrote.
  const others = new BroadcastChannel(own)
  others.onmessage = ({ data: [key, text] }) => (early ? early.push([key, text]) : put(key, text))

  const found = Object.entries(await chrome.storage.local.get(null)).filter(([key]) => key.startsWith(prefix))
  const left = found.map(([key]) => key).filter((key) => !key.startsWith(own))
  if (left.length > 0) await chrome.storage.local.remove(left)
  for (const [key, text] of found) if (key.startsWith(own)) put(key.slice(own.length), String(text))
  for (const [key, text] of early) put(key, text)
  early = undefined

  function put(key: string, text: string | undefined): void {
    used -= sizeOf(key, texts.get(key))
    used += sizeOf(key, text)
    if (text === undefined) texts.delete(key)
    else texts.set(key, text)
  }

  function change(key: string, text: string | undefined): void {
    put(key, text)
    changed.set(key, text)
    if (!closed) others.postMessage([key, text])
    writing ??= Promise.resolve().then(flush)
  }

  async function flush(): Promise<void> {
    while (changed.size > 0) {
      const batch = changed
      changed = new Map()
      try {
        await write(own, batch)
      } catch {
        // Anything changed in the meantime is newer.
        changed = new Map([...batch, ...changed])
        await new Promise((resolve) => setTimeout(resolve, retryAfter))
      }
    }
    writing = undefined
  }

  return {
    read: (key) => texts.get(key),
    write(key, text) {
      const before = texts.get(key)
      if (before === text) return
      // Sizes are cheap to track, and texts far too long aren't even measured.
      if (text.length > room || used - sizeOf(key, before) + sizeOf(key, text) > room) throw new Refusal('storage_full')
      change(key, text)
    },
    erase: (key) => {
      if (texts.has(key)) change(key, undefined)
    },
    keys: (wanted) => [...texts.keys()].filter((key) => key.startsWith(wanted)),
    written: () => writing ?? Promise.resolve(),
    close() {
      closed = true
      others.close()
    },
  }
}

async function write(own: string, batch: ReadonlyMap<string, string | undefined>): Promise<void> {
  const entries = [...batch].map(([key, text]) => [own + key, text] as const)
  const kept = entries.filter(([, text]) => text !== undefined)
  const erased = entries.filter(([, text]) => text === undefined).map(([key]) => key)
  // Removals first, to make room.
  if (erased.length > 0) await chrome.storage.local.remove(erased)
  if (kept.length > 0) await chrome.storage.local.set(Object.fromEntries(kept))
}

/** The size of an entry as browsers count it: the bytes of its key and of its text as JSON. */
function sizeOf(key: string, text: string | undefined): number {
  return text === undefined ? 0 : key.length + jsonBytes(text)
}

function jsonBytes(text: string): number {
  let bytes = 2
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit === 0x3c) bytes += unit === 0x22 || unit === 0x5c ? 2 : 6
    else bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
  }
  return bytes
}
