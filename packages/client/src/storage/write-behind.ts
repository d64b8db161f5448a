import { Refusal } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openJournal } from './journal.ts'
import { isFull, type LargeStore } from './large-store.ts'
import { openStoreWrites } from './store-writes.ts'

/** A key-value store with its texts in memory, which are written to a large store as soon as possible. */
export interface WriteBehind extends KeyValueStore {
  /** Resolves once all earlier writes are stored, or have failed. */
  settled(): Promise<void>
  /**
   * Reads the stored texts: before the first call only texts of the journal and own ones are known; later calls pick up writes that were
   * not announced.
   * @throws as `LargeStore.transact`
   */
  refresh(): Promise<void>
  close(): void
}

/** Messages to the other windows of a browser and to its service worker. */
export interface StoreChannel {
  post(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
}

interface Options {
  store: LargeStore
  /** Only keys with this prefix are read and written. */
  prefix: string
  /**
   * A small store that saves a text at once. Each write waits here until the large store has it, so it survives a window that closes
   * meanwhile. Texts under `prefix` that an earlier version left here are moved.
   */
  journal?: KeyValueStore | undefined
  /** Without it, only `refresh` picks up the writes of other windows. */
  channel?: StoreChannel | undefined
  platform: Pick<Platform, 'now' | 'after'>
  /** How many UTF-16 units of keys and texts it may hold. */
  room?: number | undefined
  /** Neither the large store nor the journal has room for a text, or the large store failed twice: it is in memory only. */
  onFull?(refusal: Refusal): void
}

const mostTexts = 20_000_000

/** Opens it with the texts of the journal; `refresh` reads those of the large store. */
export function openWriteBehind(options: Options): WriteBehind {
  const { store, prefix, channel, platform, room = mostTexts, onFull } = options
  const journal = openJournal(options.journal, prefix)
  const texts = openTexts()
  const stamps = openStamps(() => platform.now())
  /** Texts that were first written here, and that the large store has not begun to write. */
  const untouched = new Set<string>()
  let [isRead, reported, closed] = [false, false, false]
  const writes = openStoreWrites({
    store,
    platform,
    read: texts.get,
    stamp: stamps.next,
    onBegun: (key) => untouched.delete(key),
    onConfirmed: journal.confirm,
    onFailed(key, error, isRetry) {
      const text = texts.get(key)
      // Most other errors are temporary, e.g. when a browser closes a database in the background.
      if (text === undefined || journal.has(key, text) || reported || !(isFull(error) || isRetry)) return
      reported = true
      onFull?.(isFull(error) ? error : new Refusal('storage_full', undefined, { cause: error }))
    },
  })

  /** Pending writes count as stored. */
  async function refresh(): Promise<void> {
    const before = stamps.copy()
    const stored = new Map(await store.transact(({ readTexts }) => readTexts(prefix)))
    for (const key of new Set([...stored.keys(), ...texts.keys()])) {
      if (writes.isPending(key) || stamps.get(key) !== before.get(key)) continue
      texts.set(key, stored.get(key))
    }
    isRead = true
    journal.forEach(take)
  }

  function take(key: string, text: string | undefined): void {
    if (!writes.isPending(key)) keep(key, text)
  }

  function keep(key: string, text: string | undefined): void {
    const at = stamps.next()
    texts.set(key, text)
    stamps.set(key, at)
    writes.write(key, at)
  }

  /** Records a write durably, so it survives the window. */
  function note(key: string, text: string | undefined): void {
    if (!stamps.has(key) && !texts.has(key)) untouched.add(key)
    // The large store cannot have it, so it needs no erasure mark: another window that had moved it would have erased it from the journal.
    // With a large store that never responds, marks would pile up.
    if (text === undefined && untouched.delete(key) && journal.has(key, texts.get(key))) journal.remove(key)
    else journal.note(key, text)
  }

  function receive(message: unknown): void {
    if (!isRecord(message) || typeof message.key !== 'string' || typeof message.at !== 'number') return
    const { key, at, text } = message
    if (!key.startsWith(prefix) || at <= (stamps.get(key) ?? 0)) return
    stamps.set(key, at)
    writes.forget(key)
    texts.set(key, typeof text === 'string' ? text : undefined)
  }

  function change(key: string, text: string | undefined): void {
    note(key, text)
    keep(key, text)
    if (!closed) channel?.post({ key, text, at: stamps.get(key) })
  }

  const stopListening = channel?.listen(receive)
  journal.forEach(take)

  return {
    read: texts.get,
    write(key, text) {
      if (!key.startsWith(prefix)) throw new Error(`${key} does not start with ${prefix}.`)
      if (texts.sizeWith(key, text) > room) throw new Refusal('storage_full')
      change(key, text)
    },
    erase(key) {
      if (texts.has(key)) change(key, undefined)
    },
    keys: (start) => [...texts.keys()].filter((key) => key.startsWith(start)),
    settled: writes.settled,
    refresh,
    close() {
      closed = true
      writes.close()
      stopListening?.()
      // A large store that was never read has none of it: there is no such store, and local storage works alone.
      if (!isRead) for (const key of writes.failed) journal.confirm(key, undefined)
    },
  }
}

function openTexts() {
  const texts = new Map<string, string>()
  let used = 0
  const sizeWith = (key: string, text: string | undefined): number => used + sizeOf(key, text) - sizeOf(key, texts.get(key))

  return {
    get: (key: string): string | undefined => texts.get(key),
    has: (key: string): boolean => texts.has(key),
    keys: () => texts.keys(),
    /** Undefined removes it. */
    set(key: string, text: string | undefined): void {
      used = sizeWith(key, text)
      if (text === undefined) texts.delete(key)
      else texts.set(key, text)
    },
    /** How much room all of them take with this one, in UTF-16 units. */
    sizeWith,
  }
}

/** The time of the latest write of each key, here or elsewhere: the later write wins, whatever order they arrive in. */
function openStamps(now: () => number) {
  const stamps = new Map<string, number>()
  let last = 0

  return {
    get: (key: string): number | undefined => stamps.get(key),
    has: (key: string): boolean => stamps.has(key),
    copy: (): ReadonlyMap<string, number> => new Map(stamps),
    next(): number {
      last = Math.max(last + 1, now())
      return last
    },
    set(key: string, at: number): void {
      last = Math.max(last, at)
      stamps.set(key, at)
    },
  }
}

const sizeOf = (key: string, text: string | undefined) => (text === undefined ? 0 : key.length + text.length)
