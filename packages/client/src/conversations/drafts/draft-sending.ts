// Tells the server of drafts: a while after the last key, one request of a conversation at a time, and again after a failure.

import { draftLength, mayPass, Refusal, type SavedDraft, saveDraft } from '@waypost/protocol'
import type { Calls } from '../../ground/call.ts'
import { isRecord, readObject } from '../../ground/objects.ts'
import type { Platform } from '../../ground/platform.ts'
import { openRetry, type Retry } from '../../ground/retry.ts'
import type { DraftEntries } from './draft-entries.ts'
import { type Entry, isUnsent, stampOf } from './draft-version.ts'

export type DraftSending = ReturnType<typeof openDraftSending>

interface Deps {
  callRaw: Calls['callRaw']
  platform: Platform
  entries: DraftEntries
  /** Called with the answer to an entry that was sent: the server's draft, and whether that is the entry. */
  onAnswer(conversation: string, sent: Entry, draft: SavedDraft | undefined, isSaved: boolean): void
}

/** The debounce before a draft is sent to the server, in milliseconds. */
const sendAfter = 1_000
/** Milliseconds until a window sends what another one has typed, in case that one has closed. */
const sendForOthersAfter = 5_000

export function openDraftSending({ callRaw, platform, entries, onAnswer }: Deps) {
  /** What is done next with the draft of each conversation: it is sent, or put together first. */
  const timers = new Map<string, () => void>()
  const onTheirWay = new Set<string>()
  const retries = new Map<string, Retry>()
  let stopped = false

  function wait(conversation: string, milliseconds: number, work: () => void): void {
    timers.get(conversation)?.()
    if (stopped) return
    const stop = platform.after(milliseconds, () => {
      timers.delete(conversation)
      work()
    })
    timers.set(conversation, stop)
  }

  function soon(conversation: string, milliseconds = sendAfter): void {
    if (isUnsent(entries.of(conversation))) wait(conversation, milliseconds, () => send(conversation))
  }

  function send(conversation: string, keepalive = false): void {
    const entry = entries.of(conversation)
    if (stopped || onTheirWay.has(conversation) || !isUnsent(entry)) return
    const { text, id } = entry
    if (text.title.length + text.body.length + text.url.length > draftLength) return
    if (retries.get(conversation)?.mayTryNow() === false) return
    onTheirWay.add(conversation)
    callRaw(saveDraft, { conversation, ...text, base: stampOf(entry), writer: id }, { keepalive }).then(
      (answer) => {
        onTheirWay.delete(conversation)
        retries.delete(conversation)
        const draft = isRecord(answer) ? readObject('drafts', answer.draft) : undefined
        onAnswer(conversation, entry, draft, isRecord(answer) && answer.saved === true)
        soon(conversation)
      },
      (error: unknown) => {
        onTheirWay.delete(conversation)
        if (!(error instanceof Refusal)) throw error
        // Any other refusal would repeat until the draft changes.
        if (mayPass(error)) retryLater(conversation, error)
      },
    )
  }

  function retryLater(conversation: string, refusal: Refusal): void {
    if (stopped) return
    const retry = retries.get(conversation) ?? openRetry(platform)
    retries.set(conversation, retry)
    retry.later(refusal, () => send(conversation))
  }

  return {
    isOnItsWay: (conversation: string) => onTheirWay.has(conversation),
    send,
    /** Sends a draft that was typed here. */
    soon,
    /** Sends a draft that was typed in another window, unless something is planned. */
    forOthers(conversation: string): void {
      if (!timers.has(conversation)) soon(conversation, sendForOthersAfter)
    },
    /** Does something with a draft first, in place of what was planned. */
    wait,
    stop(): void {
      stopped = true
      for (const cancel of timers.values()) cancel()
      for (const retry of retries.values()) retry.cancel()
    },
  }
}
