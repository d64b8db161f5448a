// Keeps the drafts of a window: in memory, in storage that all windows share, and as the list that screens show.

import { type Account, Refusal } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import type { KeyValueStore } from '../../ground/key-value-store.ts'
import { type DraftText, isEmptyDraft } from './draft-text.ts'
import { type Entry, isOver, noEntry, readEntry, withWindows } from './draft-version.ts'

export type DraftEntries = ReturnType<typeof openDraftEntries>

interface Deps {
  saved: KeyValueStore
  $account: ReadableAtom<Account | undefined>
  /** Whether somebody is typing in the field of a conversation here. */
  isTyped(conversation: string): boolean
  isOnItsWay(conversation: string): boolean
  onLoaded(): void
}

const prefix = 'draft.'

export function openDraftEntries({ saved, $account, isTyped, isOnItsWay, onLoaded }: Deps) {
  const entries = new Map<string, Entry>()
  const $all = atom<ReadonlyMap<string, DraftText>>(new Map())
  /** The account whose drafts are loaded. */
  let owner: string | undefined

  function load(): void {
    const user = $account.get()?.iden
    if (user === undefined || owner === user) return
    owner = user
    entries.clear()
    for (const key of saved.keys(prefix)) {
      const entry = readEntry(saved.read(key), owner)
      if (entry) entries.set(key.slice(prefix.length), entry)
      else saved.erase(key)
    }
    publish()
    onLoaded()
  }

  function publish(): void {
    const typed = [...entries].filter(([, { text }]) => !isEmptyDraft(text))
    $all.set(new Map(typed.map(([conversation, { text }]) => [conversation, text])))
  }

  const serialized = (entry: Entry) => JSON.stringify({ ...entry, user: owner })

  return {
    /** The texts, by conversation; those that are not empty. */
    $all,
    load,
    conversations: () => entries.keys(),
    known: () => entries.entries(),
    of(conversation: string): Entry {
      load()
      return entries.get(conversation) ?? noEntry
    },
    read: (text: string) => readEntry(text, owner),
    serialized,
    /** Keeps an entry in memory and in storage, merged with the version that another window has stored. */
    keep(conversation: string, entry: Entry): void {
      const key = prefix + conversation
      const before = saved.read(key)
      const stored = readEntry(before, owner)
      const next = stored ? withWindows(entry, stored, isTyped(conversation)) : entry
      entries.set(conversation, next)
      publish()
      try {
        // While it is in flight, another window may hear of it from the server first.
        if (isOver(next) && !isOnItsWay(conversation)) saved.erase(key)
        else if (serialized(next) !== before) saved.write(key, serialized(next))
      } catch (error) {
        // The draft is in memory, and still goes to the server.
        if (!(error instanceof Refusal)) throw error
      }
    },
    erase(): void {
      for (const key of saved.keys(prefix)) saved.erase(key)
      entries.clear()
      publish()
    },
  }
}
