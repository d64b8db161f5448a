// Moves read markers at once, and sends them and deliveries to the server in few calls. Marks conversations as unread.

import { markUnread, moveReadMarkers } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Failures } from '../ground/failure.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { readObjects } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { openDeliveries } from './deliveries.ts'
import { conversationOfTarget } from './following.ts'
import { openMarkerSending } from './marker-sending.ts'
import type { Target } from './target.ts'
import { openTheirMarks, type TheirMarks } from './their-marks.ts'
import { none, openUnsentMarkers } from './unsent-markers.ts'

/** How far conversations have been read. All windows and devices of a person share it. */
export interface ReadMarkers {
  /** The `created` stamp up to which the conversation with a target has been read, in seconds; 0 if never. */
  readTo(target: Target): number
  /**
   * Marks the conversation with a target as read up to a `created` stamp in seconds, or up to its newest message, and clears its unread
   * mark. May be called as often as you like: it makes an API call only if something was unread, and throttles those calls. Offline, it is
   * sent later.
   */
  read(target: Target, upTo?: number): void
  /**
   * Marks the conversation with a target as unread on all devices, until someone opens it again: from a `created` stamp in seconds on, or
   * as a whole. Failure: `onFailure`, 'Error updating Chat'.
   * @returns whether the server accepted it
   */
  markUnread(target: Target, from?: number): Promise<boolean>
  /** When the conversation with a target was marked as unread, in seconds; 0 if it was not, or someone has opened it since. */
  markedAt(target: Target): number
  /** Changes whenever a conversation is marked as unread or the mark is cleared. */
  readonly $marked: ReadableAtom<unknown>
  /** How far the other person of a conversation has received and read it. Undefined while unknown. */
  theirs(target: Target): ReadableAtom<TheirMarks | undefined>
}

interface OpenReadMarkers extends ReadMarkers {
  load(): void
  /** Erases the pending markers of another account's session. */
  disown(): void
  /** Another window has moved a marker. */
  receive(conversation: string, readTo: number, mark: number): void
  /** Sends pending markers, unless a call was just made. */
  resume(): void
  /** Pending markers stay saved. */
  stop(): void
}

interface Deps {
  callRaw: Calls['callRaw']
  failures: Pick<Failures, 'attempt'>
  mirror: OpenMirror
  conversations: Conversations
  saved: KeyValueStore
  platform: Platform
  /** Whether this window sends for all windows of its browser. */
  leads(): boolean
  /** Whether the account tells people that their messages have arrived. */
  shares(): boolean
  /** Sends the other windows the arguments of `receive`. */
  announce(conversation: string, readTo: number, mark: number): void
}

const microsecond = 1e-6

export function openReadMarkers(deps: Deps): OpenReadMarkers {
  const { callRaw, failures, mirror, conversations, saved, platform, leads, shares, announce } = deps
  const unsent = openUnsentMarkers(saved)
  const sending = openMarkerSending({ callRaw, mirror, platform, leads, unsent })
  const theirMarks = openTheirMarks(mirror)
  const deliveries = openDeliveries({
    mirror,
    conversations,
    platform,
    wanted: () => !sending.isStopped() && leads() && shares(),
    report(arrived) {
      for (const [conversation, delivered_to] of arrived) unsent.put(conversation, { ...none, delivered_to })
      sending.sendPending()
    },
  })

  mirror.onChanges(({ read_markers }) => {
    for (const { after } of read_markers)
      if (after?.conversation)
        unsent.confirm(after.conversation, {
          read_to: after.read_to ?? 0,
          delivered_to: after.delivered_to ?? 0,
          marked_unread: after.marked_unread ?? 0,
        })
  })

  function add(conversation: string, readTo: number, mark: number): void {
    unsent.put(conversation, { ...none, read_to: readTo, marked_unread: mark })
    conversations.setRead(conversation, readTo, mark)
  }

  const markedAt = (target: Target): number => conversations.$marked.get().get(conversationOfTarget(target)) ?? 0

  return {
    readTo: (target) => conversations.readTo(conversationOfTarget(target)),
    theirs: (target) => theirMarks(conversationOfTarget(target)),
    markedAt,
    $marked: conversations.$marked,
    read(target, upTo) {
      const conversation = conversationOfTarget(target)
      const mark = markedAt(target)
      const known = conversations.readTo(conversation)
      const seen =
        upTo ?? Math.max(conversations.newestIncoming(conversation), mark > 0 ? conversations.of(conversation).newest() : 0)
      if (seen <= known && mark === 0) return
      const readTo = Math.max(seen, known)
      add(conversation, readTo, mark)
      unsent.keep(conversation, readTo, mark)
      announce(conversation, readTo, mark)
      sending.sendPending()
    },
    markUnread(target, from) {
      const conversation = conversationOfTarget(target)
      const read_to = from === undefined ? conversations.readTo(conversation) : from - microsecond
      return failures.attempt('updating', 'Chat', async () => {
        // The other person was seen up to there, and the marker would go back further than requested.
        const pending = unsent.get(conversation)
        if (pending) mirror.merge(readObjects(await callRaw(moveReadMarkers, { markers: [{ conversation, ...pending }] })))
        const marker = await callRaw(markUnread, { conversation, read_to })
        mirror.merge(readObjects({ read_markers: [marker] }))
      })
    },
    load() {
      sending.start()
      for (const [conversation, { read_to, marked_unread }] of unsent.saved()) add(conversation, read_to, marked_unread)
      deliveries.look()
    },
    disown: unsent.disown,
    receive(conversation, readTo, mark) {
      add(conversation, readTo, mark)
      sending.sendPending()
    },
    resume: sending.resume,
    stop() {
      sending.stop()
      deliveries.stop()
    },
  }
}
