// Handles new pushes in the open conversation: the 'New' bar, dismissal and the read marker.

import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import { useEffect, useRef, useState } from 'react'
import { $attention, $focused } from '../../browser/attention.ts'
import { useNewBelow } from '../../conversation/new-below.ts'
import { useSession } from '../../session/context.ts'

/**
 * New pushes of the open conversation: the position of the 'New' bar, the number of new items below, dismissal and read marker. Pushes that
 * arrive while the end is visible and the window is focused count as read if the window was used recently, too: then the server dismisses
 * them. Otherwise they are only dismissed.
 */
export function useArrivals(target: Target, items: readonly HistoryItem[], atEnd: boolean) {
  const session = useSession()
  const { readMarkers } = session
  const watched = useStore($focused)
  const attention = useStore($attention)
  /** The read marker when unread items were first shown: the 'New' bar is after it. */
  const [newAfter, setNewAfter] = useState(() => newSince(items, readMarkers.readTo(target)))
  /** Whether an item was shown before. */
  const opened = useRef(false)
  const jumped = useRef(false)
  const opening = useRef<{ keys: ReadonlySet<string>; newest: number } | undefined>(undefined)
  opening.current ??= openingOf(items)
  const looking = atEnd && watched
  const reading = atEnd && attention

  useEffect(() => {
    if (atEnd) jumped.current = false
  }, [atEnd])

  useEffect(() => {
    if (looking && !reading) for (const item of items) if (unseen(item)) void session.push.dismiss(item.push.iden)
  }, [looking, reading, items, session])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    // The bar stays until the conversation is closed, so its position is found before the marker moves.
    const unread = newSince(items, readMarkers.readTo(target))
    const first = !opened.current
    if (items.length > 0) opened.current = true
    if (unread === undefined) return
    if (first || !reading) setNewAfter((known) => known ?? unread)
    if (reading) readMarkers.read(target)
  }, [reading, items, readMarkers, target.key])
  const firstNew = newAfter === undefined ? undefined : items.find((item) => isNewAfter(item, newAfter))?.key

  const sentHere = useRef(new Set<string>())
  for (const { key, state } of items) if (state !== 'settled') sentHere.current.add(key)

  const below = useNewBelow(items, atEnd).filter(({ key }) => !sentHere.current.has(key))
  return {
    firstNew,
    below: below.length,
    /** Where the pill scrolls to: first the bar or the first new item, then the end. */
    nextJump(): string | undefined {
      const key = jumped.current ? undefined : below[0]?.key
      jumped.current = true
      return key
    },
    /** Whether an item arrived while the conversation was open. */
    isFresh: ({ key, push }: HistoryItem): boolean =>
      opening.current !== undefined && push.created >= opening.current.newest && !opening.current.keys.has(key),
  }
}

const unseen = ({ push }: HistoryItem): boolean => push.direction === 'incoming' && !push.dismissed && push.iden !== ''

/** The read marker, if an incoming item is newer. */
const newSince = (items: readonly HistoryItem[], readTo: number): number | undefined =>
  items.some((item) => isNewAfter(item, readTo)) ? readTo : undefined

const isNewAfter = ({ push }: HistoryItem, readTo: number): boolean => push.direction === 'incoming' && push.created > readTo

/** The items when the conversation was opened, and when the newest was created, in seconds. */
function openingOf(items: readonly HistoryItem[]) {
  const last = items.at(-1)
  return last && { keys: new Set(items.map((item) => item.key)), newest: last.push.created }
}
