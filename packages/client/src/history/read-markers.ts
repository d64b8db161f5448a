// Moves read markers at once, and tells the server in few calls, deliveries too.

import { isLockout, limits, mayPass, moveReadMarkers, Refusal } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Calls } from '../ground/call.ts'
import type { KeyValueStore } from '../ground/key-value-store.ts'
import { isStamp, readObjects } from '../ground/objects.ts'
import type { Platform } from '../ground/platform.ts'
import { openRetry } from '../ground/retry.ts'
import type { Conversations } from '../sync/conversation-index.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import { openDeliveries } from './deliveries.ts'
import { conversationOfTarget } from './following.ts'
import type { Target } from './target.ts'
import { openTheirMarks, type TheirMarks } from './their-marks.ts'

/** How far conversations have been read. All windows and devices of a person share it. */
export interface ReadMarkers {
  /** Up to which `created` stamp the conversation with a target has been read, in seconds; 0 if never. */
  readTo(target: Target): number
  /**
   * Marks the newest message of the conversation with a target as seen. May be called as often as that is true: it makes an API call
   * only if something was unread, and few of those however much arrives. Without a network it is sent later.
   */
  read(target: Target): void
  /** How far the other person of a conversation has received and read. Undefined while nothing is known. */
  theirs(target: Target): ReadableAtom<TheirMarks | undefined>
}

/** Read markers as the session uses them. */
interface OpenReadMarkers extends ReadMarkers {
  /** Loads what an earlier session could not send. */
  load(): void
  /** Erases what an earlier session of another account left. */
  disown(): void
  /** Another window has moved a marker. */
  receive(conversation: string, readTo: number): void
  /** Sends pending markers, unless it was sent a moment ago. */
  resume(): void
  /** Stops sending; pending markers stay saved. */
  stop(): void
}

interface Deps {
  callRaw: Calls['callRaw']
  mirror: OpenMirror
  conversations: Conversations
  saved: KeyValueStore
  platform: Platform
  /** Whether this window sends for all windows of its browser. */
  leads(): boolean
  /** Whether the account tells people that their messages have arrived. */
  shares(): boolean
  /** Sends the other windows the arguments of `receive`. */
  announce(conversation: string, readTo: number): void
}

const prefix = 'read.'
/** A stamp of each kind that the server has not confirmed; 0 if there is none. */
interface Unsent {
  read_to: number
  delivered_to: number
}

/** Milliseconds between calls, however much arrives meanwhile. */
const sendEvery = 3_000

export function openReadMarkers(deps: Deps): OpenReadMarkers {
  const { callRaw, mirror, conversations, saved, platform, leads, shares, announce } = deps
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
      for (const [conversation, delivered_to] of arrived) put(conversation, { read_to: 0, delivered_to })
      sendPending()
    },
  })

  mirror.onChanges(({ read_markers }) => {
    for (const { after } of read_markers)
      if (after?.conversation) confirm(after.conversation, { read_to: after.read_to ?? 0, delivered_to: after.delivered_to ?? 0 })
  })

  function confirm(conversation: string, { read_to, delivered_to }: Unsent): void {
    const open = unsent.get(conversation)
    if (open) {
      if (open.read_to <= read_to) open.read_to = 0
      if (open.delivered_to <= Math.max(read_to, delivered_to)) open.delivered_to = 0
      if (open.read_to === 0 && open.delivered_to === 0) unsent.delete(conversation)
    }
    if (savedAt(conversation) <= read_to) saved.erase(prefix + conversation)
  }

  function savedAt(conversation: string): number {
    const text = saved.read(prefix + conversation)
    return text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  }

  function put(conversation: string, { read_to, delivered_to }: Unsent): void {
    const open = unsent.get(conversation)
    unsent.set(conversation, {
      read_to: Math.max(read_to, open?.read_to ?? 0),
      delivered_to: Math.max(delivered_to, open?.delivered_to ?? 0),
    })
  }

  function add(conversation: string, readTo: number): void {
    put(conversation, { read_to: readTo, delivered_to: 0 })
    conversations.setRead(conversation, readTo)
  }

  function keep(conversation: string, readTo: number): void {
    try {
      saved.write(prefix + conversation, String(readTo))
    } catch (error) {
      // It is sent anyway; only a reload before that would show it as unread again.
      if (!(error instanceof Refusal)) throw error
    }
  }

  function sendPending(): void {
    if (state !== 'idle' || unsent.size === 0 || !leads()) return
    state = 'sending'
    const sent = [...unsent].slice(0, limits.readMarkersAtOnce).map(([conversation, to]) => ({ conversation, ...to }))
    callRaw(moveReadMarkers, { markers: sent }).then(
      (answer) => {
        retry.worked()
        mirror.merge(readObjects(answer))
        for (const { conversation, ...to } of sent) confirm(conversation, to)
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
          for (const { conversation, ...to } of sent) confirm(conversation, to)
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
    theirs: (target) => theirMarks.of(conversationOfTarget(target)),
    read(target) {
      const conversation = conversationOfTarget(target)
      const newest = conversations.newestIncoming(conversation)
      if (newest <= conversations.readTo(conversation)) return
      add(conversation, newest)
      keep(conversation, newest)
      announce(conversation, newest)
      sendPending()
    },
    load() {
      if (state === 'stopped') state = 'idle'
      for (const name of saved.keys(prefix)) {
        const readTo = Number(saved.read(name))
        if (isStamp(readTo)) add(name.slice(prefix.length), readTo)
      }
      deliveries.look()
    },
    disown() {
      for (const name of saved.keys(prefix)) saved.erase(name)
      unsent.clear()
    },
    receive(conversation, readTo) {
      add(conversation, readTo)
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
