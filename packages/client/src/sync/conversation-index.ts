// Indexes the pushes of the mirror by conversation and by device.

import { conversationOf, type Push } from '@waypost/protocol'
import { atom, type ReadableAtom } from 'nanostores'
import { listeners } from '../ground/listeners.ts'
import type { Change, OpenMirror } from './mirror.ts'
import { openTimeline, type Timeline } from './timeline.ts'

/** The mirror's pushes by conversation and by device, updated with each change. */
export interface Conversations {
  /** The timeline of a conversation, by its name as returned by `conversationOf`. */
  of(conversation: string): Timeline
  /** Pushes to a device of the account, or from it, within the account. */
  ofDevice(iden: string): Timeline
  /** Names of all known conversations, and of devices as `device:<iden>`. */
  names(): string[]
  /**
   * Resets how far back the conversations are complete: from now on, each contains everything created at or after a stamp. The mirror
   * announces later pushes.
   */
  begin(since: number): void
  /** The stamp that was passed to `begin`. */
  since(): number
  /** Marks a conversation as complete from a stamp on. A stamp later than the known one changes nothing. */
  setFrom(conversation: string, from: number): void
  /** Called with the name of a conversation that is complete further back than before. */
  onKnown(listener: (conversation: string) => void): () => void
  /** Up to which `created` stamp a conversation has been read; 0 if never. */
  readTo(conversation: string): number
  /** Records how far a conversation has been read. A stamp earlier than the known one changes nothing. */
  setRead(conversation: string, readTo: number): void
  /** When the newest incoming push of a conversation was created, in seconds; 0 if there is none. */
  newestIncoming(conversation: string): number
  /** How many incoming pushes of a conversation were created after its read marker. */
  readonly $unread: ReadableAtom<ReadonlyMap<string, number>>
  /** Changes whenever the newest push of some timeline changes. */
  readonly $order: ReadableAtom<unknown>
}

const self = 'self'
const devicePrefix = 'device:'

export function openConversations(mirror: Pick<OpenMirror, 'onChanges'>): Conversations {
  const timelines = new Map<string, Timeline>()
  const unread = new Map<string, number>()
  const read = new Map<string, number>()
  const $unread = atom<ReadonlyMap<string, number>>(new Map())
  const $order = atom<unknown>({})
  const known = listeners<string>()
  let since = 0

  function named(name: string): Timeline {
    let timeline = timelines.get(name)
    if (!timeline) {
      // A push to or from a device is part of the account's own conversation.
      timeline = openTimeline(name.startsWith(devicePrefix) ? named(self).$pushes.get().from : since)
      timelines.set(name, timeline)
    }
    return timeline
  }

  function take(changes: readonly Change<Push>[]): void {
    const work = new Map<string, { removed: Push[]; added: Push[] }>()
    const at = (name: string) => {
      const known = work.get(name) ?? { removed: [], added: [] }
      work.set(name, known)
      return known
    }
    let unreadChanged = false
    for (const { before, after } of changes) {
      if (before) for (const name of timelinesOf(before)) at(name).removed.push(before)
      if (after) for (const name of timelinesOf(after)) at(name).added.push(after)
      const was = before && unreadKey(before)
      const is = after && unreadKey(after)
      if (was === is) continue
      unreadChanged = true
      if (was !== undefined) count(was, -1)
      if (is !== undefined) count(is, 1)
    }
    let orderChanged = false
    for (const [name, { removed, added }] of work) {
      const timeline = named(name)
      const newest = timeline.newest()
      timeline.change(removed, added)
      orderChanged ||= timeline.newest() !== newest
    }
    if (orderChanged) $order.set({})
    if (unreadChanged) $unread.set(new Map(unread))
  }

  function count(key: string, by: number): void {
    const now = (unread.get(key) ?? 0) + by
    if (now > 0) unread.set(key, now)
    else unread.delete(key)
  }

  /** The conversation in which a push counts as unread. */
  function unreadKey(push: Push): string | undefined {
    if (push.direction !== 'incoming') return undefined
    const conversation = conversationOf(push)
    return push.created > readTo(conversation) ? conversation : undefined
  }

  function readTo(conversation: string): number {
    return read.get(conversation) ?? 0
  }

  function setRead(conversation: string, stamp: number): void {
    if (stamp <= readTo(conversation)) return
    read.set(conversation, stamp)
    recount(conversation)
  }

  /** Counts unread pushes from the newest one back to the marker. */
  function recount(conversation: string): void {
    const { pushes } = named(conversation).$pushes.get()
    let found = 0
    for (let index = pushes.length - 1; index >= 0; index--) {
      const push = pushes[index] as Push
      if (push.created <= readTo(conversation)) break
      if (push.direction === 'incoming') found++
    }
    if (found === (unread.get(conversation) ?? 0)) return
    if (found > 0) unread.set(conversation, found)
    else unread.delete(conversation)
    $unread.set(new Map(unread))
  }

  mirror.onChanges(({ pushes, read_markers }) => {
    if (pushes.length > 0) take(pushes)
    for (const { before, after } of read_markers) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation === undefined) continue
      // A marker disappears only when everything is forgotten.
      if (after) setRead(conversation, after.read_to ?? 0)
      else if (read.delete(conversation)) recount(conversation)
    }
  })

  return {
    of: named,
    ofDevice: (iden) => named(devicePrefix + iden),
    names: () => [...timelines.keys()],
    begin(stamp) {
      since = stamp
      for (const timeline of timelines.values()) timeline.setFrom(stamp)
    },
    since: () => since,
    setFrom(conversation, from) {
      lower(named(conversation), from)
      if (conversation === self)
        for (const [name, timeline] of timelines) if (name.startsWith(devicePrefix)) lower(timeline, from)
      known.emit(conversation)
    },
    onKnown: known.on,
    readTo,
    setRead,
    newestIncoming(conversation) {
      const { pushes } = named(conversation).$pushes.get()
      return pushes.findLast(({ direction }) => direction === 'incoming')?.created ?? 0
    },
    $unread,
    $order,
  }
}

function lower(timeline: Timeline, from: number): void {
  if (from < timeline.$pushes.get().from) timeline.setFrom(from)
}

/** The names of the timelines that contain a push: its conversation, and the devices of the account that it was sent to or from. */
export function timelinesOf(push: Push): string[] {
  const conversation = conversationOf(push)
  if (conversation !== self) return [conversation]
  const devices = new Set([push.target_device_iden, push.source_device_iden])
  return [conversation, ...[...devices].filter((iden) => iden !== undefined).map((iden) => devicePrefix + iden)]
}
