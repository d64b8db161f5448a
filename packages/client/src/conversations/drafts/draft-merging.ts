// Makes one draft of what is typed here, in other windows and on other devices, without disturbing whoever is typing.

import type { SavedDraft } from '@waypost/protocol'
import type { Platform } from '../../ground/platform.ts'
import type { TabChannel } from '../../tabs/tab-channel.ts'
import type { DraftEntries } from './draft-entries.ts'
import type { DraftSending } from './draft-sending.ts'
import { type DraftText, isEmptyDraft, readDraftText, sameDraft } from './draft-text.ts'
import { type Entry, serversVersion, settled, stampOf, withServers, withText, withWindows } from './draft-version.ts'

interface Deps {
  entries: DraftEntries
  sending: DraftSending
  channel: TabChannel
  platform: Platform
}

/** Milliseconds after the last key during which the field counts as being typed in. */
const typingFor = 10_000

export function openDraftMerging({ entries, sending, channel, platform }: Deps) {
  /** The conversations whose fields have the focus. */
  const held = new Set<string>()
  /** When a draft was last typed in here, and in another window. */
  const typedAt = new Map<string, number>()
  const heardAt = new Map<string, number>()
  const window = platform.unique()

  const isRecent = (at: number | undefined) => (at ?? 0) + typingFor > platform.now()
  /** Whether someone is typing in the field here: then no other text may replace it. */
  const isTyped = (conversation: string) => held.has(conversation) && isRecent(typedAt.get(conversation))

  /** Keeps an entry with a text from this window, and tells the other windows. */
  function say(conversation: string, entry: Entry): void {
    entries.keep(conversation, entry)
    channel.send({ kind: 'draft', conversation, entry: entries.serialized(entries.of(conversation)) })
  }

  /** Merges the pending version and sends the result to the server, as soon as nobody is typing. */
  function settle(conversation: string, isLeft = false): void {
    const entry = entries.of(conversation)
    const { pending, text, id } = entry
    if (!pending) return
    const isBusy = isTyped(conversation) || isRecent(heardAt.get(conversation))
    const changes = !isEmptyDraft(text) && !isEmptyDraft(pending.text) && !sameDraft(text, pending.text)
    if (isBusy && changes && !isLeft) {
      sending.wait(conversation, typingFor, () => settle(conversation))
      return
    }
    const next = settled(entry, window, platform.now())
    if (next.id === id) entries.keep(conversation, next)
    else say(conversation, next)
    sending.soon(conversation)
  }

  function take(conversation: string, entry: Entry): void {
    entries.keep(conversation, entry)
    settle(conversation)
    sending.forOthers(conversation)
  }

  return {
    isTyped,
    settle,
    write(conversation: string, text: DraftText): void {
      const entry = entries.of(conversation)
      typedAt.set(conversation, platform.now())
      say(conversation, withText(entry, text, window, platform.now()))
      // Emptied or sent: a concurrent text from elsewhere takes its place.
      settle(conversation)
      sending.soon(conversation)
    },
    /** The field of a conversation got the focus, or lost it. */
    hold(conversation: string, isHeld: boolean): void {
      if (isHeld) {
        held.add(conversation)
        // A window that the browser suspended missed the texts of other windows.
        entries.keep(conversation, entries.of(conversation))
        settle(conversation)
      } else if (held.delete(conversation)) {
        settle(conversation, true)
        sending.send(conversation)
      }
    },
    /** Takes over a text from another window. */
    learn(conversation: string, theirs: Entry): void {
      heardAt.set(conversation, platform.now())
      take(conversation, withWindows(entries.of(conversation), theirs, isTyped(conversation)))
    },
    /** Takes over the server's draft as of a stamp; undefined if there is none. */
    receive(conversation: string, draft: SavedDraft | undefined, stamp: number): void {
      const entry = entries.of(conversation)
      if (stamp > stampOf(entry))
        take(conversation, withServers(entry, serversVersion(readDraftText(draft), draft?.writer, stamp)))
    },
  }
}
