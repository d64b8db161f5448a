import { Refusal } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../ground/key-value-store.ts'

/** Fields to set; undefined removes one. */
export type Changes<E> = { [F in keyof E]?: E[F] | undefined }

export type Entries<E extends object> = ReturnType<typeof openEntries<E>>

interface Options<E> {
  saved: KeyValueStore
  /** Whether storage was read completely, so an entry missing in `saved` is gone; by default it was. */
  isRead?: (() => boolean) | undefined
  /** Prefix of the storage keys; the guid follows. */
  prefix: string
  guidOf(entry: E): string
  write(entry: E): string
  /** Parses a saved entry; undefined if it is malformed or belongs to another account. */
  read(text: string | undefined): E | undefined
  compare(one: E, other: E): number
  /** They belong to one window. */
  unsavedFields?: readonly (keyof E & string)[]
  /** The entry stays in memory, and is lost only on reload. */
  onFull?(refusal: Refusal): void
  /** Called for each saved entry with its serialized form, and for each removed one with undefined. */
  onSaved?(guid: string, text: string | undefined): void
  /** Called for each entry that is removed from memory. */
  onGone?(guid: string): void
}

/**
 * The entries of a durable queue. Each is saved under its own key, so windows don't overwrite each other's entries. A missing key means
 * that another window has finished with the entry. Nothing is read until `readSaved`.
 */
export function openEntries<E extends object>(options: Options<E>) {
  const { saved, isRead, prefix, guidOf, write, read, compare, unsavedFields = [], onFull, onSaved, onGone } = options
  /** In queue order. */
  const $all = atom<readonly E[]>([])
  /** Guids of entries that have been in storage. */
  const stored = new Set<string>()
  const unsaved = new Set<string>(unsavedFields)

  const find = (guid: string) => $all.get().find((entry) => guidOf(entry) === guid)
  const isDoneElsewhere = (guid: string) => isRead?.() !== false && stored.has(guid) && saved.read(prefix + guid) === undefined

  /** Adds or replaces entries in memory only. */
  function put(...entries: E[]): void {
    if (entries.length === 0) return
    const all = new Map([...$all.get(), ...entries].map((entry) => [guidOf(entry), entry]))
    $all.set([...all.values()].sort(compare))
  }

  /** @returns whether there was room */
  function saveText(guid: string, text: string): boolean {
    try {
      saved.write(prefix + guid, text)
      stored.add(guid)
      return true
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      onFull?.(refusal)
      return false
    }
  }

  /** If storage is full, the entry is kept in memory only. */
  function save(entry: E): void {
    const text = write(entry)
    if (saveText(guidOf(entry), text)) onSaved?.(guidOf(entry), text)
    put(entry)
  }

  function forget(guid: string): void {
    stored.delete(guid)
    if (find(guid)) $all.set($all.get().filter((entry) => guidOf(entry) !== guid))
    onGone?.(guid)
  }

  function remove(guid: string): void {
    saved.erase(prefix + guid)
    forget(guid)
    onSaved?.(guid, undefined)
  }

  return {
    $all: $all as ReadableAtom<readonly E[]>,
    find,
    put,
    /** Adds or replaces entries that are in storage already, e.g. those of an earlier session. */
    putSaved(...entries: E[]): void {
      for (const entry of entries) stored.add(guidOf(entry))
      put(...entries)
    },
    save,
    /** Saves the entry, unless only `unsavedFields` changed. Removes it if another window has finished with it. */
    update(guid: string, changes: Changes<E>): void {
      const entry = find(guid)
      if (!entry) return
      const next = withChanges(entry, changes)
      if (Object.keys(changes).every((name) => unsaved.has(name))) put(next)
      else if (isDoneElsewhere(guid)) remove(guid)
      else save(next)
    },
    remove,
    forget,
    isDoneElsewhere,
    /** Erases those that cannot be parsed. */
    readSaved: (): E[] =>
      saved.keys(prefix).flatMap((key) => {
        const entry = read(saved.read(key))
        if (entry && key === prefix + guidOf(entry)) return entry
        saved.erase(key)
        return []
      }),
    readOne: (guid: string) => read(saved.read(prefix + guid)),
    /** Saves the serialized entry of another window, if it is not in storage yet. */
    saveText(guid: string, text: string): void {
      if (saved.read(prefix + guid) !== text) saveText(guid, text)
    },
    /** Erases saved entries that are not in memory. */
    disown(): void {
      for (const key of saved.keys(prefix)) if (!find(key.slice(prefix.length))) saved.erase(key)
    },
    erase(): void {
      for (const key of saved.keys(prefix)) saved.erase(key)
      stored.clear()
      $all.set([])
    },
  }
}

/** A copy of an entry with some fields changed. */
export function withChanges<E extends object>(entry: E, changes: Changes<E>): E {
  const merged = Object.entries({ ...entry, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(merged) as E
}
