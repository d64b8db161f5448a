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
import { type DraftText, isEmptyDraft, noDraft, readDraftText, sameDraft } from './draft-text.ts'
import {
  type Entry,
  isOver,
  isUnsent,
  noEntry,
  readEntry,
  serversVersion,
  settled,
  stampOf,
  wasOnServer,
  withSaved,
  withServers,
  withText,
  withWindows,
} from './draft-version.ts'

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

const prefix = 'draft.'
const microsecond = 1e-6
/** Milliseconds after the last key until the server is told. */
const sendAfter = 1_000
/** Milliseconds until a window tells the server what another one has typed, which may have closed before. */
const sendForOthersAfter = 5_000
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
  /** When a draft was last typed in here, and in another window. */
  const typedAt = new Map<string, number>()
  const heardAt = new Map<string, number>()
  const window = platform.unique()
  let loaded: string | undefined
  let stopped = false

  mirror.onChanges(({ drafts }) => {
    load()
    for (const { before, after, deleted } of drafts) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation !== undefined) receive(conversation, after, after?.modified ?? deleted ?? 0)
    }
  })
  channel.on((message) => {
    if (message.kind !== 'draft') return
    load()
    const theirs = readEntry(message.entry, loaded)
    if (theirs) learn(message.conversation, theirs)
  })

  const stopReaching = mirror.$baseline.listen((baseline) => {
    const there = new Set(Array.from(mirror.of('drafts').get().entries.values(), ({ conversation }) => conversation))
    // Of what a window has never heard of, the server does not say in which conversation it was deleted.
    for (const [conversation, entry] of entries)
      if (wasOnServer(entry) && stampOf(entry) <= baseline && !there.has(conversation))
        receive(conversation, undefined, baseline + microsecond)
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
    for (const conversation of entries.keys()) {
      settle(conversation)
      sendSoon(conversation, sendAfter)
    }
  }

  function entryOf(conversation: string): Entry {
    load()
    return entries.get(conversation) ?? noEntry
  }

  function publish(): void {
    const typed = [...entries].filter(([, { text }]) => !isEmptyDraft(text))
    $all.set(new Map(typed.map(([conversation, { text }]) => [conversation, text])))
  }

  /** Keeps an entry here and in storage, together with what another window has written there. */
  function keep(conversation: string, entry: Entry): void {
    const key = prefix + conversation
    const before = saved.read(key)
    const stored = readEntry(before, loaded)
    const next = stored ? withWindows(entry, stored, isTyped(conversation)) : entry
    entries.set(conversation, next)
    publish()
    try {
      // While it is sent, another window may hear of it from the server first.
      if (isOver(next) && !sending.has(conversation)) saved.erase(key)
      else if (serialized(next) !== before) saved.write(key, serialized(next))
    } catch (error) {
      // It is in memory, and the server is told.
      if (!(error instanceof Refusal)) throw error
    }
  }

  const serialized = (entry: Entry) => JSON.stringify({ ...entry, user: loaded })

  /** Keeps an entry with a text that was made here, and tells the other windows. */
  function say(conversation: string, entry: Entry): void {
    keep(conversation, entry)
    channel.send({ kind: 'draft', conversation, entry: serialized(entryOf(conversation)) })
  }

  /** What another window has typed. */
  function learn(conversation: string, theirs: Entry): void {
    heardAt.set(conversation, platform.now())
    keep(conversation, withWindows(entryOf(conversation), theirs, isTyped(conversation)))
    settle(conversation)
    sendForOthers(conversation)
  }

  /** What the server has since a stamp: a draft, or none. */
  function receive(conversation: string, draft: SavedDraft | undefined, stamp: number): void {
    const entry = entryOf(conversation)
    if (stamp <= stampOf(entry)) return
    keep(conversation, withServers(entry, serversVersion(readDraftText(draft), draft?.writer, stamp)))
    settle(conversation)
    sendForOthers(conversation)
  }

  const isRecent = (at: number | undefined) => (at ?? 0) + typingFor > platform.now()
  /** Whether somebody is typing in the field here: then no other text replaces what is in it. */
  const isTyped = (conversation: string) => held.has(conversation) && isRecent(typedAt.get(conversation))

  /** Puts what is pending under the text, and tells the server, both as soon as nobody is typing. */
  function settle(conversation: string, isLeft = false): void {
    const entry = entryOf(conversation)
    const { pending, text, id } = entry
    if (!pending) return
    const isBusy = isTyped(conversation) || isRecent(heardAt.get(conversation))
    const changes = !isEmptyDraft(text) && !isEmptyDraft(pending.text) && !sameDraft(text, pending.text)
    if (isBusy && changes && !isLeft) {
      wait(conversation, typingFor, () => settle(conversation))
      return
    }
    const next = settled(entry, window, platform.now())
    if (next.id === id) keep(conversation, next)
    else say(conversation, next)
    sendSoon(conversation, sendAfter)
  }

  function wait(conversation: string, milliseconds: number, work: () => void): void {
    timers.get(conversation)?.()
    if (stopped) return
    const stop = platform.after(milliseconds, () => {
      timers.delete(conversation)
      work()
    })
    timers.set(conversation, stop)
  }

  function sendSoon(conversation: string, milliseconds: number): void {
    if (isUnsent(entryOf(conversation))) wait(conversation, milliseconds, () => send(conversation))
  }

  function sendForOthers(conversation: string): void {
    if (!timers.has(conversation)) sendSoon(conversation, sendForOthersAfter)
  }

  function send(conversation: string, keepalive = false): void {
    const entry = entryOf(conversation)
    if (stopped || sending.has(conversation) || !isUnsent(entry)) return
    const { text, id } = entry
    if (text.title.length + text.body.length + text.url.length > draftLength) return
    if (retries.get(conversation)?.mayTryNow() === false) return
    sending.add(conversation)
    callRaw(saveDraft, { conversation, ...text, base: stampOf(entry), writer: id }, { keepalive }).then(
      (answer) => {
        sending.delete(conversation)
        retries.delete(conversation)
        const draft = isRecord(answer) ? readObject('drafts', answer.draft) : undefined
        const isSaved = isRecord(answer) && answer.saved === true
        if (isSaved) keep(conversation, withSaved(entryOf(conversation), entry, draft?.modified ?? 0))
        if (draft) takeAnswer(conversation, draft, isSaved)
        sendSoon(conversation, sendAfter)
      },
      (error: unknown) => {
        sending.delete(conversation)
        if (!(error instanceof Refusal)) throw error
        // Any other refusal would be repeated until the draft is another one.
        if (mayPass(error)) retryLater(conversation, error)
      },
    )
  }

  /** The draft of an answer, which may be another one since. The mirror has to know it to tell when it is deleted. */
  function takeAnswer(conversation: string, draft: SavedDraft, isSaved: boolean): void {
    if (!isSaved) receive(conversation, draft, draft.modified)
    mirror.merge({ drafts: [draft] })
    const isDeleted = draft.active && !mirror.of('drafts').get().entries.has(draft.iden)
    if (isDeleted) receive(conversation, undefined, draft.modified + microsecond)
  }

  function retryLater(conversation: string, refusal: Refusal): void {
    if (stopped) return
    const retry = retries.get(conversation) ?? openRetry(platform)
    retries.set(conversation, retry)
    retry.later(refusal, () => send(conversation))
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
      say(conversation, withText(entry, text, window, platform.now()))
      // Emptied or sent: what was written elsewhere meanwhile takes its place.
      settle(conversation)
      sendSoon(conversation, sendAfter)
    },
    hold(target, isHeld) {
      const conversation = conversationOfTarget(target)
      if (isHeld) {
        held.add(conversation)
        // A window that the browser suspended missed the texts of other windows.
        keep(conversation, entryOf(conversation))
        settle(conversation)
      } else if (held.delete(conversation)) {
        settle(conversation, true)
        send(conversation)
      }
    },
    flush() {
      for (const conversation of entries.keys()) {
        settle(conversation, true)
        send(conversation, true)
      }
    },
    resume() {
      load()
      for (const conversation of entries.keys()) send(conversation)
    },
    stop() {
      stopped = true
      stopLoading()
      stopReaching()
      for (const cancel of timers.values()) cancel()
      for (const retry of retries.values()) retry.cancel()
    },
    erase() {
      for (const key of saved.keys(prefix)) saved.erase(key)
      entries.clear()
      publish()
    },
  }
}
