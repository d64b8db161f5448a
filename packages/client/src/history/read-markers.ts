// Moves read markers at once, and tells the server in few calls, deliveries too. Marks conversations as unread.

import { isLockout, markUnread, mayPass, moveReadMarkers, type ReadMarker, Refusal, readMarkersPerCall } from '@waypost/protocol'
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { Failures } from '../ground/failure.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isStamp, readObjects } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openRetry } from '../ground/retry.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { openDeliveries } from './deliveries.ts'
import { conversationOfTarget } from './following.ts'
import type { Target } from './target.ts'

/** How far conversations have been read. All windows and devices of a person share it. */
export interface ReadMarkers {
  /** Up to which `created` stamp the conversation with a target has been read, in seconds; 0 if never. */
  readTo(target: Target): number
  /**
   * Marks the conversation with a target as read up to a `created` stamp in seconds, or up to its newest message, and no longer as unread.
   * May be called as often as that is true: it makes an API call only if something was unread, and few of those however much arrives.
   * Without a network it is sent later.
   */
  read(target: Target, upTo?: number): void
  /**
   * Marks the conversation with a target as unread on all devices, until somebody looks at it again: from a `created` stamp in seconds on,
   * or as a whole. Failure: `onFailure`, 'Error updating Chat'.
   * @returns whether the server accepted it
   */
  markUnread(target: Target, from?: number): Promise<boolean>
  /** When the conversation with a target was marked as unread, in seconds; 0 if it was not, or somebody has looked at it since. */
  markedAt(target: Target): number
  /** Changes whenever a conversation is marked as unread, or no longer. */
  readonly $marked: ReadableAtom<unknown>
  /** How far the other person of a conversation has received and read. Undefined while nothing is known. */
  theirs(target: Target): ReadableAtom<TheirMarks | undefined>
}

/** How far the other person of a conversation has got it. Stamps and times in seconds; 0 while unknown. */
export interface TheirMarks {
  /** Pushes up to this `created` stamp have arrived with a session of theirs, and when that was reported. */
  deliveredTo: number
  deliveredAt: number
  /** The same for pushes that they have read. */
  readTo: number
  readAt: number
}

interface OpenReadMarkers extends ReadMarkers {
  /** Loads what an earlier session could not send. */
  load(): void
  /** Erases what an earlier session of another account left. */
  disown(): void
  /** Another window has moved a marker. */
  receive(conversation: string, readTo: number, mark: number): void
  /** Sends pending markers, unless it was sent a moment ago. */
  resume(): void
  /** Stops sending; pending markers stay saved. */
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

const prefix = 'read.'
/** A stamp of each kind that the server has not confirmed, and the mark that was known where it was read; 0 if there is none. */
interface Unsent {
  read_to: number
  delivered_to: number
  marked_unread: number
}

const microsecond = 1e-6

/** Milliseconds between calls, however much arrives meanwhile. */
const sendEvery = 3_000

export function openReadMarkers(deps: Deps): OpenReadMarkers {
  const { callRaw, failures, mirror, conversations, saved, platform, leads, shares, announce } = deps
  /** What the server has not confirmed, by conversation. */
  const unsent = new Map<string, Unsent>()
  let state: 'stopped' | 'idle' | 'waiting' | 'sending' = 'stopped'
  let stopWait = () => {}
  const retry = openRetry(platform)
  const theirMarks = openTheirMarks(mirror)
  const deliveries = openDeliveries({
    mirror,
    conversations,
    platform,
    wanted: () => state !== 'stopped' && leads() && shares(),
    report(arrived) {
      for (const [conversation, delivered_to] of arrived) put(conversation, { read_to: 0, delivered_to, marked_unread: 0 })
      sendPending()
    },
  })

  mirror.onChanges(({ read_markers }) => {
    for (const { after } of read_markers)
      if (after?.conversation)
        confirm(after.conversation, {
          read_to: after.read_to ?? 0,
          delivered_to: after.delivered_to ?? 0,
          marked_unread: after.marked_unread ?? 0,
        })
  })

  /** @param marker the marker of the server, or what it was sent */
  function confirm(conversation: string, marker: Unsent): void {
    const open = unsent.get(conversation)
    if (open) {
      if (isOver(open, marker)) Object.assign(open, { read_to: 0, marked_unread: 0 })
      if (open.delivered_to <= Math.max(marker.read_to, marker.delivered_to)) open.delivered_to = 0
      if (open.read_to === 0 && open.delivered_to === 0) unsent.delete(conversation)
    }
    const kept = savedAt(conversation)
    if (kept && isOver(kept, marker)) saved.erase(prefix + conversation)
  }

  /** What an earlier session or another window could not send, the stamp and the mark as text; undefined if there is nothing. */
  function savedAt(conversation: string): Pick<Unsent, 'read_to' | 'marked_unread'> | undefined {
    const [read_to, marked_unread = 0] = (saved.read(prefix + conversation) ?? '').split(' ').map(Number)
    return read_to !== undefined && isStamp(read_to) && isStamp(marked_unread) ? { read_to, marked_unread } : undefined
  }

  function put(conversation: string, { read_to, delivered_to, marked_unread }: Unsent): void {
    const open = unsent.get(conversation)
    unsent.set(conversation, {
      read_to: Math.max(read_to, open?.read_to ?? 0),
      delivered_to: Math.max(delivered_to, open?.delivered_to ?? 0),
      marked_unread: Math.max(marked_unread, open?.marked_unread ?? 0),
    })
  }

  function add(conversation: string, readTo: number, mark: number): void {
    put(conversation, { read_to: readTo, delivered_to: 0, marked_unread: mark })
    conversations.setRead(conversation, readTo, mark)
  }

  function keep(conversation: string, readTo: number, mark: number): void {
    try {
      saved.write(prefix + conversation, mark > 0 ? `${readTo} ${mark}` : String(readTo))
    } catch (error) {
      // It is sent anyway; only a reload before that would show it as unread again.
      if (!(error instanceof Refusal)) throw error
    }
  }

  const markedAt = (target: Target): number => conversations.$marked.get().get(conversationOfTarget(target)) ?? 0

  function sendPending(): void {
    if (state !== 'idle' || unsent.size === 0 || !leads()) return
    state = 'sending'
    const sent = [...unsent].slice(0, readMarkersPerCall).map(([conversation, to]) => ({ conversation, ...to }))
    callRaw(moveReadMarkers, { markers: sent }).then(
      (answer) => {
        retry.worked()
        mirror.merge(readObjects(answer))
        for (const { conversation, ...to } of sent) confirm(conversation, { ...to, marked_unread: 0 })
        wait(sendEvery)
      },
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        // They stay saved, for a session that may send them again.
        if (isLockout(error)) state = 'stopped'
        if (state === 'stopped') return
        if (mayPass(error)) {
          state = 'waiting'
          retry.later(error, resume)
        } else {
          for (const { conversation, ...to } of sent) confirm(conversation, { ...to, marked_unread: 0 })
          wait(sendEvery)
        }
      },
    )
  }

  function wait(milliseconds: number): void {
    if (state === 'stopped') return
    state = 'waiting'
    stopWait = platform.after(milliseconds, resume)
  }

  function resume(): void {
    if (!retry.mayTryNow()) return
    stopWait()
    if (state === 'waiting') state = 'idle'
    sendPending()
  }

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
      keep(conversation, readTo, mark)
      announce(conversation, readTo, mark)
      sendPending()
    },
    markUnread(target, from) {
      const conversation = conversationOfTarget(target)
      const read_to = from === undefined ? conversations.readTo(conversation) : from - microsecond
      return failures.attempt('updating', 'Chat', async () => {
        // The other person has been seen up to there, and the marker would go back further than asked for.
        const pending = unsent.get(conversation)
        if (pending) mirror.merge(readObjects(await callRaw(moveReadMarkers, { markers: [{ conversation, ...pending }] })))
        const marker = await callRaw(markUnread, { conversation, read_to })
        mirror.merge(readObjects({ read_markers: [marker] }))
      })
    },
    load() {
      if (state === 'stopped') state = 'idle'
      for (const name of saved.keys(prefix)) {
        const conversation = name.slice(prefix.length)
        const kept = savedAt(conversation)
        if (kept) add(conversation, kept.read_to, kept.marked_unread)
      }
      deliveries.look()
    },
    disown() {
      for (const name of saved.keys(prefix)) saved.erase(name)
      unsent.clear()
    },
    receive(conversation, readTo, mark) {
      add(conversation, readTo, mark)
      sendPending()
    },
    resume,
    stop() {
      stopWait()
      retry.cancel()
      deliveries.stop()
      state = 'stopped'
    },
  }
}

/** Whether a marker has taken what was read, or was marked as unread after that. */
function isOver({ read_to, marked_unread }: Pick<Unsent, 'read_to' | 'marked_unread'>, marker: Unsent): boolean {
  if (marker.marked_unread === 0) return read_to <= marker.read_to
  return marker.marked_unread > marked_unread && marker.marked_unread >= read_to
}

/** The marks of a conversation, by name. An atom changes only when something else is known. */
function openTheirMarks(mirror: OpenMirror): (conversation: string) => ReadableAtom<TheirMarks | undefined> {
  const marks = new Map<string, WritableAtom<TheirMarks | undefined>>()

  function at(conversation: string): WritableAtom<TheirMarks | undefined> {
    const known = marks.get(conversation) ?? atom<TheirMarks | undefined>(undefined)
    marks.set(conversation, known)
    return known
  }

  mirror.onChanges(({ read_markers }) => {
    for (const { before, after } of read_markers) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation === undefined) continue
      const [$marks, next] = [at(conversation), after && marksOf(after)]
      if (!isSame($marks.get(), next)) $marks.set(next)
    }
  })

  return at
}

function marksOf(marker: ReadMarker): TheirMarks | undefined {
  const { their_delivered_to: deliveredTo = 0, their_delivered_at: deliveredAt = 0 } = marker
  const { their_read_to: readTo = 0, their_read_at: readAt = 0 } = marker
  return deliveredTo === 0 && readTo === 0 ? undefined : { deliveredTo, deliveredAt, readTo, readAt }
}

const isSame = (a: TheirMarks | undefined, b: TheirMarks | undefined): boolean =>
  a === b || (a?.deliveredTo === b?.deliveredTo && a?.readTo === b?.readTo && a?.readAt === b?.readAt)
