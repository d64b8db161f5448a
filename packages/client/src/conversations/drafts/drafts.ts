// Keeps drafts: saved at once, shared by windows, and synced to every device of the account.

import type { Account, SavedDraft } from '@waypost/protocol'
import { computed, onMount, type ReadableAtom } from 'nanostores'
import type { Calls } from '../../ground/call.ts'
import type { KeyValueStore } from '../../ground/key-value-store.ts'
import type { Platform } from '../../ground/platform.ts'
import { conversationOfTarget } from '../../history/following.ts'
import type { Target } from '../../history/target.ts'
import type { OpenMirror } from '../../sync/mirror.ts'
import type { TabChannel } from '../../tabs/tab-channel.ts'
import { openDraftEntries } from './draft-entries.ts'
import { openDraftMerging } from './draft-merging.ts'
import { openDraftSending } from './draft-sending.ts'
import { type DraftText, noDraft } from './draft-text.ts'
import { type Entry, stampOf, wasOnServer, withSaved } from './draft-version.ts'

/** The drafts, by conversation. */
export interface Drafts {
  /** By conversation name, as typed here or on another device. */
  readonly $all: ReadableAtom<ReadonlyMap<string, DraftText>>
  of(target: Target): ReadableAtom<DraftText>
  /** Saves at once, and sends to the server a second after the last call. */
  write(target: Target, draft: DraftText): void
  /** While someone types in the field, no draft of another device replaces its text. */
  hold(target: Target, held: boolean): void
  /** Sends unsaved drafts to the server, e.g. when the page is hidden. */
  flush(): void
}

interface OpenDrafts extends Drafts {
  /** Sends unsaved drafts, e.g. when the network is back. */
  resume(): void
  stop(): void
  /** Erases all saved drafts. */
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

const microsecond = 1e-6

/** The drafts of a session. They are loaded once its account is known. */
export function openDrafts({ callRaw, mirror, saved, channel, platform, $account }: Deps): OpenDrafts {
  const views = new Map<string, ReadableAtom<DraftText>>()
  const entries = openDraftEntries({
    saved,
    $account,
    isTyped: (conversation) => merging.isTyped(conversation),
    isOnItsWay: (conversation) => sending.isOnItsWay(conversation),
    onLoaded() {
      for (const conversation of entries.conversations()) {
        merging.settle(conversation)
        sending.soon(conversation)
      }
    },
  })
  const { $all, load } = entries
  const sending = openDraftSending({ callRaw, platform, entries, onAnswer: takeAnswer })
  const merging = openDraftMerging({ entries, sending, channel, platform })
  const { receive, settle } = merging

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
    const theirs = entries.read(message.entry)
    if (theirs) merging.learn(message.conversation, theirs)
  })

  const stopReaching = mirror.$baseline.listen((baseline) => {
    const there = new Set(Array.from(mirror.of('drafts').get().entries.values(), ({ conversation }) => conversation))
    // For a draft that this window never saw, the server does not say in which conversation it was deleted.
    for (const [conversation, entry] of entries.known())
      if (wasOnServer(entry) && stampOf(entry) <= baseline && !there.has(conversation))
        receive(conversation, undefined, baseline + microsecond)
  })
  const stopLoading = $account.listen(load)
  onMount($all, load)

  /** The draft may have changed since. The mirror needs it to report its deletion. */
  function takeAnswer(conversation: string, sent: Entry, draft: SavedDraft | undefined, isSaved: boolean): void {
    if (isSaved) entries.keep(conversation, withSaved(entries.of(conversation), sent, draft?.modified ?? 0))
    if (!draft) return
    if (!isSaved) receive(conversation, draft, draft.modified)
    mirror.merge({ drafts: [draft] })
    const isDeleted = draft.active && !mirror.of('drafts').get().entries.has(draft.iden)
    if (isDeleted) receive(conversation, undefined, draft.modified + microsecond)
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
    write: (target, text) => merging.write(conversationOfTarget(target), text),
    hold: (target, isHeld) => merging.hold(conversationOfTarget(target), isHeld),
    flush() {
      for (const conversation of entries.conversations()) {
        settle(conversation, true)
        sending.send(conversation, true)
      }
    },
    resume() {
      load()
      for (const conversation of entries.conversations()) sending.send(conversation)
    },
    stop() {
      stopLoading()
      stopReaching()
      sending.stop()
    },
    erase: entries.erase,
  }
}
