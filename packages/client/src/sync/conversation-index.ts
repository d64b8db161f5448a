// Indexes the pushes of the mirror by conversation and by device.

import { conversationOf, hasComeBack, type Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { listeners } from '../ground/listeners.ts'
import type { Change, OpenMirror } from './mirror.ts'
import { openTimeline, type Timeline } from './timeline.ts'

export type Conversations = ReturnType<typeof openConversations>

const self = 'self'
const devicePrefix = 'device:'

export function openConversations(mirror: Pick<OpenMirror, 'onChanges'>) {
  const timelines = new Map<string, Timeline>()
  const unread = new Map<string, number>()
  /** How far conversations have been read: as the server knows it, and as windows of this browser know beyond that. */
  const reported = new Map<string, Reading>()
  const own = new Map<string, Reading>()
  /** When the latest reminder of each conversation brought back a push, in seconds. */
  const broughtBack = new Map<string, number>()
  const back = new Map<string, Push>()
  /** Pushes whose reminder brought them back and that were not dismissed since, by iden. */
  const $back = atom<ReadonlyMap<string, Push>>(new Map())
  /**
   * The number of unread pushes by conversation: incoming ones created after the read marker, and those that have come back. A conversation
   * marked as unread may have none.
   */
  const $unread = atom<ReadonlyMap<string, number>>(new Map())
  /** When conversations were marked as unread, in seconds, without those opened since. */
  const $marked = atom<ReadonlyMap<string, number>>(new Map())
  /** Changes whenever the newest push of some timeline changes, or a push comes back. */
  const $order = atom<unknown>({})
  const known = listeners<string>()
  let since = 0

  function named(name: string): Timeline {
    const known = timelines.get(name)
    if (known) return known
    // A push to or from a device is part of the account's own conversation.
    const timeline = openTimeline(name.startsWith(devicePrefix) ? named(self).$pushes.get().from : since)
    timelines.set(name, timeline)
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
    let orderChanged = false
    let backChanged = false
    for (const { before, after } of changes) {
      if (after && moveUp(after)) orderChanged = true
      if (takeBack(before, after)) backChanged = true
      if (before) for (const name of timelinesOf(before)) at(name).removed.push(before)
      if (after) for (const name of timelinesOf(after)) at(name).added.push(after)
      const was = before && unreadKey(before)
      const is = after && unreadKey(after)
      if (was === is) continue
      unreadChanged = true
      if (was !== undefined) count(was, -1)
      if (is !== undefined) count(is, 1)
    }
    for (const [name, { removed, added }] of work) {
      const timeline = named(name)
      const newest = timeline.newest()
      timeline.change(removed, added)
      orderChanged ||= timeline.newest() !== newest
    }
    if (orderChanged) $order.set({})
    if (backChanged) $back.set(new Map(back))
    if (unreadChanged) $unread.set(new Map(unread))
  }

  /** Records that a push has come back, or was dismissed. @returns whether anything has changed */
  function takeBack(before: Push | undefined, after: Push | undefined): boolean {
    if (after && hasComeBack(after)) back.set(after.iden, after)
    else if (!before || !back.delete(before.iden)) return false
    return true
  }

  /** @returns whether the push came back later than all others of its conversation */
  function moveUp(push: Push): boolean {
    const { reminded } = push
    const names = reminded === undefined ? [] : timelinesOf(push).filter((name) => reminded > (broughtBack.get(name) ?? 0))
    for (const name of names) broughtBack.set(name, reminded as number)
    return names.length > 0
  }

  function count(key: string, by: number): void {
    setUnread(key, (unread.get(key) ?? 0) + by)
  }

  function setUnread(conversation: string, found: number): void {
    if (found > 0 || $marked.get().has(conversation)) unread.set(conversation, Math.max(0, found))
    else unread.delete(conversation)
  }

  /** The conversation in which a push counts as unread. */
  function unreadKey(push: Push): string | undefined {
    const conversation = conversationOf(push)
    if (hasComeBack(push)) return conversation
    if (push.direction !== 'incoming') return undefined
    return push.created > readTo(conversation) ? conversation : undefined
  }

  /** The `created` stamp up to which a conversation has been read; 0 if never. */
  function readTo(conversation: string): number {
    const marker = reported.get(conversation)?.readTo ?? 0
    return isMarked(conversation) ? marker : Math.max(marker, own.get(conversation)?.readTo ?? 0)
  }

  /** Whether a conversation was marked as unread after it was last opened, by the server's rule. */
  function isMarked(conversation: string): boolean {
    const { mark = 0 } = reported.get(conversation) ?? {}
    const last = own.get(conversation)
    return mark > (last?.mark ?? 0) && mark >= (last?.readTo ?? 0)
  }

  /**
   * Records how far a conversation has been read in this browser. An earlier stamp changes nothing, unless the conversation is marked as
   * unread.
   * @param mark the unread mark known at the time of reading
   */
  function setRead(conversation: string, stamp: number, mark = 0): void {
    if (stamp <= readTo(conversation) && !isMarked(conversation)) return
    const last = own.get(conversation)
    own.set(conversation, { readTo: Math.max(stamp, last?.readTo ?? 0), mark: Math.max(mark, last?.mark ?? 0) })
    recount(conversation)
  }

  /** Takes a marker of the server. It covers what this browser has read, or was marked as unread later. */
  function follow(conversation: string, marker: Reading): void {
    reported.set(conversation, marker)
    const last = own.get(conversation)
    const holds = last && (marker.mark > 0 ? isMarked(conversation) : marker.readTo >= last.readTo)
    if (holds) own.delete(conversation)
    recount(conversation)
  }

  function recount(conversation: string): void {
    const mark = isMarked(conversation) ? reported.get(conversation)?.mark : undefined
    if (mark !== $marked.get().get(conversation)) {
      const marked = new Map($marked.get())
      if (mark === undefined) marked.delete(conversation)
      else marked.set(conversation, mark)
      $marked.set(marked)
    }
    const { pushes } = named(conversation).$pushes.get()
    let found = 0
    for (let index = pushes.length - 1; index >= 0; index--) {
      const push = pushes[index] as Push
      if (push.created <= readTo(conversation)) break
      if (push.direction === 'incoming' && !hasComeBack(push)) found++
    }
    for (const push of back.values()) if (conversationOf(push) === conversation) found++
    const before = unread.get(conversation)
    setUnread(conversation, found)
    if (unread.get(conversation) !== before) $unread.set(new Map(unread))
  }

  mirror.onChanges(({ pushes, read_markers }) => {
    if (pushes.length > 0) take(pushes)
    for (const { before, after } of read_markers) {
      const conversation = after?.conversation ?? before?.conversation
      if (conversation === undefined) continue
      // A marker disappears only when the whole mirror is cleared.
      if (after) follow(conversation, { readTo: after.read_to ?? 0, mark: after.marked_unread ?? 0 })
      else if (reported.delete(conversation)) {
        own.delete(conversation)
        recount(conversation)
      }
    }
  })

  return {
    of: named,
    /** Pushes to a device of the account, or from it, within the account. */
    ofDevice: (iden: string) => named(devicePrefix + iden),
    /** The names of all known conversations, and of devices as `device:<iden>`. */
    names: () => [...timelines.keys()],
    /**
     * Resets how far back conversations are complete: from now on, each contains everything created at or after a stamp. The mirror
     * announces later pushes.
     */
    begin(stamp: number): void {
      since = stamp
      for (const timeline of timelines.values()) timeline.setFrom(stamp)
    },
    since: () => since,
    /** Marks a conversation as complete from a stamp on. A stamp later than the known one changes nothing. */
    setFrom(conversation: string, from: number): void {
      lower(named(conversation), from)
      if (conversation === self)
        for (const [name, timeline] of timelines) if (name.startsWith(devicePrefix)) lower(timeline, from)
      known.emit(conversation)
    },
    /** Called with the name of a conversation that is now complete further back. */
    onKnown: known.on,
    readTo,
    setRead,
    /** When the newest incoming push of a conversation was created, in seconds; 0 if there is none. */
    newestIncoming(conversation: string): number {
      const { pushes } = named(conversation).$pushes.get()
      return pushes.findLast(({ direction }) => direction === 'incoming')?.created ?? 0
    },
    /** The latest event of a conversation or device, in seconds: its newest push, or one that came back later. */
    latest: (name: string) => Math.max(named(name).newest(), broughtBack.get(name) ?? 0),
    $back,
    $unread,
    $marked,
    $order,
  }
}

/** `mark` is the newest known unread mark; both are in seconds, 0 if there is none. */
interface Reading {
  readTo: number
  mark: number
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
