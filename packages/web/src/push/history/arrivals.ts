import { useStore } from '@nanostores/react'
import { type HistoryItem, membersOf, type Target, type Unread } from '@waypost/client'
import { useEffect, useRef, useState } from 'react'
import { $attention, $focused } from '../../browser/attention.ts'
import { keepInTab, keptInTab } from '../../browser/storage.ts'
import { type FollowedEnd, useNewBelow } from '../../conversation/followed-end.ts'
import { useSeen } from '../../conversation/seen.ts'
import { useSession } from '../../session/context.ts'

interface Options {
  target: Target
  items: readonly HistoryItem[]
  end: FollowedEnd
  /** Whether newer items exist that aren't loaded. */
  later: boolean
  divider: ReturnType<typeof useDivider>
}

/**
 * Tracks unread messages in the open conversation. A message is read, with all before it, once an active user has had it on screen for a
 * moment; those arriving while they look at the end, at once; and everything when they send something. Messages they haven't read are only
 * dismissed if the window has the focus.
 */
export function useArrivals({ target, items, end, later, divider }: Options) {
  const session = useSession()
  const { readMarkers } = session
  const { atEnd } = end
  const watched = useStore($focused)
  const attention = useStore($attention)
  useStore(session.target.$unread)
  const held = useHeld(target)
  const reading = attention && !held
  const readTo = readMarkers.readTo(target)
  /** Whether everything has been seen, and the end is still in view of the person. */
  const caughtUp = useRef(false)
  const opening = useRef<{ keys: ReadonlySet<string>; newest: number } | undefined>(undefined)
  opening.current ??= openingOf(items)

  const look = useSeen({
    items,
    visible: end.visible,
    watching: reading,
    onSeen(index) {
      const marked = readMarkers.markedAt(target) > 0
      const seen = pushesOf(items.slice(0, index + 1)).filter(
        ({ push, state }) => state === 'settled' && (marked || isIncoming(push)),
      )
      // The last pictures of an album may be newer than the messages below it.
      const newest = seen.reduce((latest, { push }) => Math.max(latest, push.created), 0)
      if (newest > 0) readMarkers.read(target, newest)
      caughtUp.current = atEnd && index === items.length - 1
    },
  })
  if (!reading || !atEnd) caughtUp.current = false

  useEffect(() => {
    if (atEnd && watched && !attention)
      for (const item of pushesOf(items)) if (unseen(item)) void session.push.dismiss(item.push.iden)
  }, [atEnd, watched, attention, items, session])

  // The bar stays until the conversation is closed, so its position is found before the marker moves.
  const { note } = divider
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    note(reading && atEnd)
    if (caughtUp.current) readMarkers.read(target)
  }, [reading, atEnd, items, readMarkers, target.key])

  const sentHere = useRef<Set<string>>(undefined)
  const unsent = pushesOf(items)
    .filter(({ state }) => state !== 'settled')
    .map(({ key }) => key)
  const sent = unsent.some((key) => sentHere.current?.has(key) === false)
  sentHere.current = new Set([...(sentHere.current ?? []), ...unsent])
  useEffect(() => {
    if (sent) readMarkers.read(target)
  })

  const others = useNewBelow(items, atEnd).filter(({ key, push }) => !isIncoming(push) && !sentHere.current?.has(key))
  const below = pushesOf(items.slice(end.lastVisible + 1)).filter(({ push }) => isIncoming(push) && push.created > readTo)
  return {
    /** Call it on scrolling. */
    look,
    /** How many unread items are below the visible ones. */
    below: atEnd ? 0 : below.length + others.length + (later ? divider.unloaded : 0),
    isFresh: ({ key, push }: HistoryItem): boolean =>
      opening.current !== undefined && push.created >= opening.current.newest && !opening.current.keys.has(key),
  }
}

/**
 * Where the bar above the first unread item is, and its count. It stays until the conversation is closed.
 * @param unread the unread messages when the conversation was opened
 */
export function useDivider(target: Target, items: readonly HistoryItem[], unread: Unread | undefined) {
  const { readMarkers, preferences } = useSession()
  const [known, setKnown] = useState(unread)
  const latest = useRef(items)
  latest.current = items
  const attention = useStore($attention)
  const first = useRef(true)
  const shown = known ? items.filter((item) => isNewAfter(item, known.after)) : []
  const key = shown[0]?.key
  return {
    /** The key of the item below the bar. */
    key,
    /** The same while nobody is looking, unless the user wants to see the newest messages. */
    unwatched: attention || preferences.$all.get()?.open_at === 'newest' ? undefined : key,
    count: known?.count ?? 0,
    /** How many of the unread ones aren't loaded. */
    unloaded: Math.max(0, (known?.count ?? 0) - shown.length),
    /** Counts the unread messages now. There are none while a person reads along at the end. */
    note(readsAlong: boolean): void {
      const now = latest.current
      const after = readMarkers.readTo(target)
      const isFirst = first.current
      if (now.length > 0) first.current = false
      if ((readsAlong && !isFirst) || !now.some((item) => isNewAfter(item, after))) return
      setKnown((before) => {
        const start = before?.after ?? after
        const count = Math.max(before?.count ?? 0, now.filter((item) => isNewAfter(item, start)).length)
        return before?.count === count ? before : { after: start, count }
      })
    },
  }
}

const heldKey = 'held_unread'

/**
 * Whether the conversation was marked as unread while open. Until the person leaves it, nothing in it is marked as read; a reload doesn't
 * count as leaving.
 */
function useHeld(target: Target): boolean {
  const { readMarkers } = useSession()
  useStore(readMarkers.$marked)
  const mark = readMarkers.markedAt(target)
  const note = `${mark} ${target.key}`
  const [before] = useState(() => (keptInTab(heldKey) === note ? 0 : mark))
  const held = mark > before
  useEffect(() => {
    keepInTab(heldKey, held ? note : undefined)
  }, [held, note])
  useEffect(() => () => keepInTab(heldKey, undefined), [])
  return held
}

/** Pushes of albums are listed individually. */
const pushesOf = (items: readonly HistoryItem[]): readonly HistoryItem[] => items.flatMap(membersOf)

const isIncoming = ({ direction }: HistoryItem['push']): boolean => direction === 'incoming'

/** A reminder that is due stays unread until somebody marks it. */
const unseen = ({ push }: HistoryItem): boolean =>
  isIncoming(push) && !push.dismissed && push.reminded === undefined && push.iden !== ''

const isNewAfter = ({ push }: HistoryItem, readTo: number): boolean => isIncoming(push) && push.created > readTo

/** The items when the conversation was opened, and the creation time of the newest, in seconds. */
function openingOf(items: readonly HistoryItem[]) {
  const last = items.at(-1)
  return last && { keys: new Set(pushesOf(items).map(({ key }) => key)), newest: last.push.created }
}
