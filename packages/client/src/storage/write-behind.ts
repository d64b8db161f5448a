// Gives the texts of a large store as a key-value store: reads from memory, and writes behind.

import { Refusal } from '@waypost/protocol'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { erasedPrefix } from '../ground/prefixes.ts'
import { isFull, type LargeStore } from './large-store.ts'

/** A key-value store whose texts are in memory, and are written to a large store as soon as it takes them. */
export interface WriteBehind extends KeyValueStore {
  /** Resolves once everything that was written until now is stored, or could not be. */
  settled(): Promise<void>
  /**
   * Reads the stored texts: before the first time only texts of the journal and own ones are known, and later again, as others may have
   * written without a message. @throws as `LargeStore.transact`
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
  /** Only keys that start with it are read and written. */
  prefix: string
  /**
   * A small store that takes a text at once. Each write waits here until the large store has it, so it survives a window that closes
   * in the meantime. Texts under `prefix` that an earlier version left here are moved.
   */
  journal?: KeyValueStore | undefined
  /** Without it, writes of others are seen by `refresh` only. */
  channel?: StoreChannel | undefined
  platform: Pick<Platform, 'now' | 'after'>
  /** How many UTF-16 units of keys and texts it may hold. */
  room?: number | undefined
  /** There is room for a text neither in the large store nor in the journal, or the large store failed twice: it is in memory only. */
  onFull?(refusal: Refusal): void
}

const mostTexts = 20_000_000
/** Milliseconds until writes that failed are tried again: at first, and at most. */
const retryAfter = { first: 5_000, longest: 300_000 }

/** Opens it with the texts of the journal; `refresh` reads those of the large store. */
export function openWriteBehind(options: Options): WriteBehind {
  const { store, prefix, journal, channel, platform, room = mostTexts, onFull } = options
  const texts = new Map<string, string>()
  /** When the latest write of each key was made, here or elsewhere: of two, the later one counts, whatever their order of arrival. */
  const stamps = new Map<string, number>()
  /** Writes that the large store has not confirmed, with their stamps. */
  const unconfirmed = new Map<string, number>()
  const failed = new Set<string>()
  /** Texts that were written here first, and that the large store has not begun to write. */
  const untouched = new Set<string>()
  let [last, used] = [0, 0]
  let stopRetry: (() => void) | undefined
  let wait = retryAfter.first
  let writing: Promise<unknown> = Promise.resolve()
  let [isRead, reported, closed] = [false, false, false]

  function set(key: string, text: string | undefined): void {
    used += sizeOf(key, text) - sizeOf(key, texts.get(key))
    if (text === undefined) texts.delete(key)
    else texts.set(key, text)
  }

  function stamp(): number {
    last = Math.max(last + 1, platform.now())
    return last
  }

  /** Reads the stored texts; pending writes count as stored. */
  async function refresh(): Promise<void> {
    const before = new Map(stamps)
    const stored = new Map(await store.transact(({ readTexts }) => readTexts(prefix)))
    for (const key of new Set([...stored.keys(), ...texts.keys()])) {
      if (unconfirmed.has(key) || stamps.get(key) !== before.get(key)) continue
      set(key, stored.get(key))
    }
    isRead = true
    takeJournal()
  }

  /** Windows that closed before the large store had a text have left it in the journal, and so has an earlier version. */
  function takeJournal(): void {
    if (!journal) return
    for (const key of journal.keys(erasedPrefix + prefix)) take(key.slice(erasedPrefix.length), undefined)
    for (const key of journal.keys(prefix)) take(key, journal.read(key))
  }

  function take(key: string, text: string | undefined): void {
    if (!unconfirmed.has(key)) keep(key, text)
  }

  function keep(key: string, text: string | undefined): void {
    const at = stamp()
    set(key, text)
    stamps.set(key, at)
    write(key, at)
  }

  /** Passes a key to the large store as it is when the transaction begins. */
  function write(key: string, at: number, isRetry = false): void {
    unconfirmed.set(key, at)
    const done = store
      .transact(async ({ writeText, eraseText }) => {
        untouched.delete(key)
        const text = texts.get(key)
        if (text === undefined) eraseText(key)
        else writeText(key, text)
        return text
      })
      .then(
        (text) => confirm(key, text, at),
        (error: unknown) => fail(key, at, error, isRetry),
      )
    writing = Promise.all([writing, done])
  }

  function confirm(key: string, text: string | undefined, at: number): void {
    wait = retryAfter.first
    if (unconfirmed.get(key) !== at) return
    unconfirmed.delete(key)
    failed.delete(key)
    if (text === undefined) journal?.erase(erasedPrefix + key)
    else if (journal?.read(key) === text) journal.erase(key)
  }

  function fail(key: string, at: number, error: unknown, isRetry: boolean): void {
    if (unconfirmed.get(key) !== at) return
    failed.add(key)
    const isJournaled = texts.get(key) === undefined || journal?.read(key) === texts.get(key)
    // Most other errors pass, e.g. when a browser closes a database in the background.
    if (!isJournaled && !reported && (isFull(error) || isRetry)) {
      reported = true
      onFull?.(isFull(error) ? error : new Refusal('storage_full', undefined, { cause: error }))
    }
    if (!closed) stopRetry ??= platform.after(wait, retry)
  }

  function retry(): void {
    stopRetry = undefined
    wait = Math.min(retryAfter.longest, wait * 2)
    for (const key of failed) write(key, unconfirmed.get(key) ?? stamp(), true)
  }

  /** Notes a write where it survives the window. */
  function note(key: string, text: string | undefined): void {
    if (!stamps.has(key) && !texts.has(key)) untouched.add(key)
    // The large store cannot have it, so it needs no mark: another window that had moved it would have erased it from the journal. Where
    // the large store never answers, marks would pile up.
    if (text === undefined && untouched.delete(key) && journal?.read(key) === texts.get(key)) {
      journal?.erase(key)
      return
    }
    const [there, gone] = text === undefined ? [erasedPrefix + key, key] : [key, erasedPrefix + key]
    journal?.erase(gone)
    try {
      journal?.write(there, text ?? '')
    } catch (error) {
      // It is full, so only the large store has it.
      if (!isFull(error)) throw error
      journal?.erase(there)
    }
  }

  function receive(message: unknown): void {
    if (!isRecord(message) || typeof message.key !== 'string' || typeof message.at !== 'number') return
    const { key, at, text } = message
    if (!key.startsWith(prefix) || at <= (stamps.get(key) ?? 0)) return
    last = Math.max(last, at)
    stamps.set(key, at)
    unconfirmed.delete(key)
    failed.delete(key)
    set(key, typeof text === 'string' ? text : undefined)
  }

  function change(key: string, text: string | undefined): void {
    note(key, text)
    keep(key, text)
    if (!closed) channel?.post({ key, text, at: stamps.get(key) })
  }

  const stopListening = channel?.listen(receive)
  takeJournal()

  return {
    read: (key) => texts.get(key),
    write(key, text) {
      if (!key.startsWith(prefix)) throw new Error(`${key} does not start with ${prefix}.`)
      if (used - sizeOf(key, texts.get(key)) + sizeOf(key, text) > room) throw new Refusal('storage_full')
      change(key, text)
    },
    erase(key) {
      if (texts.has(key)) change(key, undefined)
    },
    keys: (start) => [...texts.keys()].filter((key) => key.startsWith(start)),
    async settled() {
      await writing
    },
    refresh,
    close() {
      closed = true
      stopRetry?.()
      stopListening?.()
      // Nothing of it can be in a large store that was never read: there is none, and local storage does without.
      if (!isRead) for (const key of failed) journal?.erase(erasedPrefix + key)
    },
  }
}

const sizeOf = (key: string, text: string | undefined) => (text === undefined ? 0 : key.length + text.length)
