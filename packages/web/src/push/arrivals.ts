import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import { useEffect, useRef, useState } from 'react'
import { $attention, $focused } from '../browser/attention.ts'
import { useSession } from '../session/context.ts'

/**
 * What came in the open conversation: where 'New' stands, how many lie below the sight, what is dismissed and what is read. What comes
 * while the end is in sight and the window has the focus is dismissed; it is read once the person has used the window lately, too.
 */
export function useArrivals(target: Target, items: readonly HistoryItem[], atEnd: boolean) {
  const session = useSession()
  const { readMarkers } = session
  const watched = useStore($focused)
  const attention = useStore($attention)
  const [seenUpTo, setSeenUpTo] = useState<string>()
  /** The read marker before which 'New' does not stand: where it was when something unread was shown first. */
  const [newAfter, setNewAfter] = useState(() => newSince(items, readMarkers.readTo(target)))
  /** Whether a row was shown already. */
  const opened = useRef(false)
  const jumped = useRef(false)
  const opening = useRef<{ keys: ReadonlySet<string>; newest: number } | undefined>(undefined)
  opening.current ??= openingOf(items)
  const last = items.at(-1)?.key
  const looking = atEnd && watched
  const reading = atEnd && attention

  useEffect(() => {
    if (atEnd && last !== undefined) {
      setSeenUpTo(last)
      jumped.current = false
    }
  }, [atEnd, last])

  useEffect(() => {
    if (looking) for (const item of items) if (unseen(item)) void session.push.dismiss(item.push.iden)
  }, [looking, items, session])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    // The bar stays until the conversation is left, so it is found before the marker moves, and not where the marker moves at once.
    const unread = newSince(items, readMarkers.readTo(target))
    const first = !opened.current
    if (items.length > 0) opened.current = true
    if (unread === undefined) return
    if (first || !reading) setNewAfter((known) => known ?? unread)
    if (reading) readMarkers.read(target)
  }, [reading, items, readMarkers, target.key])
  const firstNew = newAfter === undefined ? undefined : items.find((item) => isNewAfter(item, newAfter))?.key

  const from = atEnd || seenUpTo === undefined ? -1 : items.findIndex((item) => item.key === seenUpTo)
  const below = from === -1 ? [] : items.slice(from + 1).filter((item) => item.side === 'in')
  return {
    firstNew,
    below: below.length,
    /** Where the pill leads: first to the bar or the first new one, then to the end. */
    nextJump(): string | undefined {
      const key = jumped.current ? undefined : below[0]?.key
      jumped.current = true
      return key
    },
    /** Came while the conversation was open, at its end; earlier ones that are loaded do not. */
    isFresh: ({ key, push }: HistoryItem): boolean =>
      opening.current !== undefined && push.created >= opening.current.newest && !opening.current.keys.has(key),
  }
}

const unseen = ({ push }: HistoryItem): boolean => push.direction === 'incoming' && !push.dismissed && push.iden !== ''

/** A read marker, when one of the rows came in after it. */
const newSince = (items: readonly HistoryItem[], readTo: number): number | undefined =>
  items.some((item) => isNewAfter(item, readTo)) ? readTo : undefined

const isNewAfter = ({ push }: HistoryItem, readTo: number): boolean => push.direction === 'incoming' && push.created > readTo

/** What a conversation held when it was opened, and when the newest of that was created, in seconds. */
function openingOf(items: readonly HistoryItem[]) {
  const last = items.at(-1)
  return last && { keys: new Set(items.map((item) => item.key)), newest: last.push.created }
}
