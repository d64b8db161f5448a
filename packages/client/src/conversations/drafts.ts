// Keeps unsent text: saved at once, shared by windows, and the same on every device of the account.

import { type Account, draftLength, mayPass, Refusal, type SavedDraft, saveDraft } from '@waypost/protocol'
import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isRecord, readObject } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openRetry, type Retry } from '../ground/retry.ts'
import { conversationOfTarget } from '../history/following.ts'
import type { Target } from '../history/target.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { Draft } from './push.ts'

/** The drafts, by conversation. */
export interface Drafts {
  /** All of them by the name of their conversation, as typed here or on another device. */
  readonly $all: ReadableAtom<ReadonlyMap<string, DraftText>>
  of(target: Target): ReadableAtom<DraftText>
  /** The user typed. Saved at once, and told to the server a second after the last call. */
  write(target: Target, draft: DraftText): void
  /** Whether the field of a conversation has the focus: while it is typed in, no draft of another device replaces its text. */
  hold(target: Target, held: boolean): void
  /** Sends unsaved drafts to the server, e.g. as the page is hidden. */
  flush(): void
}

interface OpenDrafts extends Drafts {
  /** Sends unsaved drafts, e.g. as the network is back. */
  resume(): void
  stop(): void
  /** Erases everything that is saved. */
  erase(): void
}

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  saved: KeyValueStore
  channel: TabChannel
  platform: Platform
  $account: ReadableAtom<Account | undefined>
}

/** A draft with what this browser knows of the server's. */
interface Entry {
  text: DraftText
  /** The last version that the server and this browser had in common, and its stamp. */
  agreed: DraftText
  base: number
  /** What another device wrote while this field was typed in. */
  pending?: DraftText
}

const prefix = 'draft.'
const writerKey = 'draft_writer'
/** Milliseconds after the last key until the server is told. */
const sendAfter = 1_000
/** Milliseconds after the last key for which the field still counts as being typed in. */
const typingFor = 10_000

export function openDrafts({ callRaw, mirror, saved, channel, platform, $account }: Deps): OpenDrafts {
  const entries = new Map<string, Entry>()
  const $all = atom<ReadonlyMap<string, DraftText>>(new Map())
  const views = new Map<string, ReadableAtom<DraftText>>()
  const timers = new Map<string, () => void>()
  const sending = new Set<string>()
  const retries = new Map<string, Retry>()
  const held = new Set<string>()
  const typedAt = new Map<string, number>()
  /** The newest stamps, also of drafts that are gone: an earlier frame may arrive later. */
  const bases = new Map<string, number>()
  /** Conversations whose draft storage had no room for. */
  const unsaved = new Set<string>()
  let loaded: string | undefined
  let stopped = false

  mirror.onChanges(({ drafts }) => {
    load()
    for (const { before, after } of drafts) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation !== undefined) receive(conversation, after)
    }
  })
  channel.on((message) => {
    if (message.kind !== 'draft') return
    load()
    const entry = readEntry(message.text, loaded)
    if (!entry) return
    bases.set(message.conversation, entry.base)
    take(message.conversation, isOver(entry) ? undefined : entry)
  })

  const stopLoading = $account.listen(load)
  onMount($all, load)

  /** Loads the saved drafts of this account, once it is known. */
  function load(): void {
    const owner = $account.get()?.iden
    if (owner === undefined || loaded === owner) return
    loaded = owner
    entries.clear()
    for (const key of saved.keys(prefix)) {
      const entry = readEntry(saved.read(key), owner)
      if (entry) entries.set(key.slice(prefix.length), entry)
      else saved.erase(key)
    }
    publish()
    for (const [conversation, entry] of entries) if (isUnsent(entry)) sendSoon(conversation, sendAfter)
  }

  function entryOf(conversation: string): Entry {
    load()
    return entries.get(conversation) ?? { text: noDraft, agreed: noDraft, base: bases.get(conversation) ?? 0 }
  }

  function publish(): void {
    $all.set(new Map([...entries].filter(([, { text }]) => !isEmptyDraft(text)).map(([name, { text }]) => [name, text])))
  }

  function take(conversation: string, entry: Entry | undefined): void {
    if (entry) entries.set(conversation, entry)
    else entries.delete(conversation)
    publish()
  }

  /** Saves an entry and tells the other windows. */
  function keep(conversation: string, entry: Entry): void {
    const text = JSON.stringify({ ...entry, user: loaded })
    bases.set(conversation, entry.base)
    take(conversation, isOver(entry) ? undefined : entry)
    unsaved.delete(conversation)
    try {
      if (isOver(entry)) saved.erase(prefix + conversation)
      else saved.write(prefix + conversation, text)
    } catch (error) {
      // It is in memory, and the server is told.
      if (!(error instanceof Refusal)) throw error
      unsaved.add(conversation)
    }
    channel.send({ kind: 'draft', conversation, text })
  }

  /** What the server has now: `after`, or none. */
  function receive(conversation: string, after: SavedDraft | undefined): void {
    const entry = entryOf(conversation)
    if (after && after.modified <= entry.base) return
    const theirs = after ? readDraftText(after) : noDraft
    const base = after?.modified ?? 0
    // What this browser wrote itself may have been sent and emptied since, while the server was still being told.
    const isKnown = entries.has(conversation) || bases.has(conversation)
    const isOwn = after?.writer !== undefined && after.writer === saved.read(writerKey) && isKnown
    if (isOwn) keep(conversation, { ...entry, agreed: theirs, base })
    else settle(conversation, { ...entry, base, pending: theirs })
  }

  /** Brings a draft of another device into the field, unless the field is being typed in: then it waits. */
  function settle(conversation: string, entry: Entry): void {
    const { pending, text, agreed } = entry
    if (pending === undefined) return
    const isTyped = held.has(conversation) && (typedAt.get(conversation) ?? 0) + typingFor > platform.now()
    // What the other device has seen is not lost with its words, e.g. when it was sent there.
    if (isTyped && !isEmptyDraft(text) && !sameDraft(text, pending) && !sameDraft(text, agreed)) {
      keep(conversation, entry)
      wait(conversation, typingFor, () => settle(conversation, entryOf(conversation)))
      return
    }
    const { pending: _, ...rest } = entry
    // Whoever wrote the other one had seen the last common version; the text that is only here would be lost, so both are kept.
    const next = sameDraft(text, agreed) ? pending : bothDrafts(text, pending)
    keep(conversation, { ...rest, text: next, agreed: pending })
    if (!sameDraft(next, pending)) sendSoon(conversation, sendAfter)
  }

  function wait(conversation: string, milliseconds: number, work: () => void): void {
    timers.get(conversation)?.()
    if (!stopped) timers.set(conversation, platform.after(milliseconds, work))
  }

  const sendSoon = (conversation: string, milliseconds: number) => wait(conversation, milliseconds, () => send(conversation))

  function send(conversation: string, keepalive = false): void {
    const entry = entryOf(conversation)
    if (stopped || sending.has(conversation) || !isUnsent(entry)) return
    const { text, base } = entry
    if (text.title.length + text.body.length + text.url.length > draftLength) return
    if (retries.get(conversation)?.mayTryNow() === false) return
    sending.add(conversation)
    callRaw(saveDraft, { conversation, ...text, base, writer: writer() }, { keepalive })
      .then(
        (answer) => {
          retries.delete(conversation)
          const draft = isRecord(answer) ? readObject('drafts', answer.draft) : undefined
          const known = entryOf(conversation)
          if (isRecord(answer) && answer.saved === true)
            keep(conversation, { ...known, agreed: text, base: draft?.modified ?? known.base })
          else if (draft) receive(conversation, draft)
          return true
        },
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          // Any other refusal would be repeated until the draft is another one.
          if (mayPass(error)) retryLater(conversation, error)
          return false
        },
      )
      .then((worked) => {
        sending.delete(conversation)
        if (worked && isUnsent(entryOf(conversation))) sendSoon(conversation, sendAfter)
      })
  }

  function retryLater(conversation: string, refusal: Refusal): void {
    if (stopped) return
    const retry = retries.get(conversation) ?? openRetry(platform)
    retries.set(conversation, retry)
    retry.later(refusal, () => send(conversation))
  }

  function writer(): string {
    const known = saved.read(writerKey)
    if (known !== undefined) return known
    const made = platform.unique()
    try {
      saved.write(writerKey, made)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    return made
  }

  return {
    $all,
    of(target) {
      load()
      const conversation = conversationOfTarget(target)
      const $draft = views.get(conversation) ?? computed($all, (all) => all.get(conversation) ?? noDraft)
      views.set(conversation, $draft)
      return $draft
    },
    write(target, text) {
      const conversation = conversationOfTarget(target)
      const entry = entryOf(conversation)
      typedAt.set(conversation, platform.now())
      keep(conversation, { ...entry, text })
      // Emptied or sent: what another device wrote meanwhile takes its place.
      if (entry.pending && isEmptyDraft(text)) settle(conversation, { ...entry, text, agreed: text })
      else if (!entry.pending) sendSoon(conversation, sendAfter)
    },
    hold(target, isHeld) {
      const conversation = conversationOfTarget(target)
      if (isHeld) {
        held.add(conversation)
        load()
        // A window that the browser suspended missed the texts of other windows.
        if (!unsaved.has(conversation)) take(conversation, readEntry(saved.read(prefix + conversation), loaded))
      } else if (held.delete(conversation)) {
        settle(conversation, entryOf(conversation))
        send(conversation)
      }
    },
    flush() {
      for (const conversation of entries.keys()) send(conversation, true)
    },
    resume() {
      load()
      for (const conversation of entries.keys()) send(conversation)
    },
    stop() {
      stopped = true
      stopLoading()
      for (const cancel of timers.values()) cancel()
      for (const retry of retries.values()) retry.cancel()
    },
    erase() {
      for (const key of [...saved.keys(prefix), writerKey]) saved.erase(key)
      entries.clear()
      publish()
    },
  }
}

const isOver = ({ text, agreed, pending }: Entry): boolean => isEmptyDraft(text) && isEmptyDraft(agreed) && pending === undefined

const isUnsent = ({ text, agreed, pending }: Entry): boolean => pending === undefined && !sameDraft(text, agreed)

/** Parses a saved entry; undefined if it is malformed or belongs to another account. */
function readEntry(text: string | undefined, owner?: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (!isRecord(value) || typeof value.base !== 'number' || (owner !== undefined && value.user !== owner)) return undefined
    const entry = { text: readDraftText(value.text), agreed: readDraftText(value.agreed), base: value.base }
    return value.pending === undefined ? entry : { ...entry, pending: readDraftText(value.pending) }
  } catch {
    return undefined
  }
}

/** The fields of a draft, all of them. */
export type DraftText = Required<Draft>

export const noDraft: DraftText = { title: '', body: '', url: '' }

/** Reads the texts of an object; anything else counts as empty. */
function readDraftText(value: unknown): DraftText {
  if (!isRecord(value)) return noDraft
  const text = (field: unknown) => (typeof field === 'string' ? field : '')
  return { title: text(value.title), body: text(value.body), url: text(value.url) }
}

const isEmptyDraft = (draft: DraftText): boolean => sameDraft(draft, noDraft)

const sameDraft = (one: DraftText, other: DraftText): boolean =>
  one.title === other.title && one.body === other.body && one.url === other.url

/** Both of two drafts in one: the first, and under it what only the second says. */
export function bothDrafts(one: DraftText, other: DraftText): DraftText {
  const missing = [
    ...(one.title === '' || one.title === other.title ? [] : [other.title]),
    other.body,
    ...(one.url === '' || one.url === other.url ? [] : [other.url]),
  ].filter((text) => text !== '' && !one.body.includes(text))
  // One of them may be a later version of the other.
  const earlier = one.body !== '' && other.body.includes(one.body) ? '' : one.body
  return {
    title: one.title || other.title,
    body: [earlier, ...missing].filter((text) => text !== '').join('\n\n'),
    url: one.url || other.url,
  }
}
