// Scrolls a conversation, and chooses which of its items are in the DOM. At the end (the last 64 px) it follows new items; elsewhere the
// visible items stay put when others are added above or below.

import { useEffect, useRef, useState } from 'react'
import { steppedThroughHistory } from '../browser/location.ts'
import { type ItemVirtualizer, type Opening, useDrawnItems } from './drawn-items.ts'
import { useFollowing } from './following.ts'
import { useItemFocus } from './item-focus.ts'
import { useJumps } from './jumps.ts'
import { keptPlaces } from './kept-places.ts'
import { usePaneSizes } from './pane-sizes.ts'

/** In pixels from the start and from the end. */
const loadsWithin = 600

interface Options<T> {
  /** The estimated height of an item before it is measured, in pixels. */
  estimate: (item: T) => number
  /** Whether the last item is the newest of the conversation. If not, the end isn't followed. */
  reachesNewest?: boolean
  /** Keeps all items in the DOM, however many. */
  drawsAll?: boolean
  /** The key under which the position is kept for Back and Forward; without it, the conversation opens at its end. */
  placeKey?: string
  /**
   * The first unread item when the conversation is opened. If the items from there on don't fit, the conversation opens there instead of at
   * its end.
   */
  openAt?: string | undefined
  /** The first item that arrived while nobody was looking: the end is only followed as long as it stays visible. */
  keepInView?: string | undefined
  /** Focuses the form of the conversation. */
  onLeave: () => void
}

export type FollowedEnd = ReturnType<typeof useFollowedEnd>

/** Scrolls the messages of a conversation, follows its end, and keeps the focus among them. */
export function useFollowedEnd<T extends { key: string }>(items: readonly T[], options: Options<T>) {
  const { estimate, reachesNewest = true, drawsAll = false, placeKey, keepInView, onLeave } = options
  const scroller = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const [opening] = useState(() => openingOf(placeKey, options.openAt))
  /** The end is followed, as it is or was visible. */
  const end = useRef(!opening.back && opening.at === undefined)
  /** The user has scrolled, not only the program. */
  const hand = useRef(false)
  const { margin, narrow, sizes } = usePaneSizes({
    scroller,
    top,
    margin: opening.back?.margin,
    onHeight() {
      if (end.current) virtualizer.scrollToEnd()
    },
  })
  const follows = reachesNewest && keepInView === undefined
  const { virtualizer, kept } = useDrawnItems(items, { scroller, estimate, margin, follows, drawsAll, opening })
  const { atEnd, far, onScroll, height } = useFollowing(items, {
    scroller,
    virtualizer,
    opening,
    end,
    hand,
    margin,
    reachesNewest,
    placeKey,
    keepInView,
  })
  const focus = useItemFocus(items, { scroller, virtualizer, kept, onLeave })
  const jumps = useJumps(items, { scroller, virtualizer, end })

  return {
    scroller,
    top,
    /** The style of the pane: its sizes, which its content inherits. */
    sizes,
    atEnd,
    /** Whether the end is more than a screenful away. */
    far,
    narrow,
    /** The first and the last item that are at least half visible, or the end. */
    visible: () => visibleIn(scroller.current, virtualizer),
    /** At least partly visible. */
    lastVisible: virtualizer.range?.endIndex ?? items.length - 1,
    measure: virtualizer.measureElement,
    height,
    shown: virtualizer.getVirtualItems().map(({ index, key, start }) => ({ index, key, start: start - margin })),
    /** In pixels within the feed. */
    extentOf({ first, last }: { first: number; last: number }) {
      const known = virtualizer.measurementsCache
      const [start, bottom] = [known[first]?.start ?? margin, known[last]?.end ?? margin]
      return { start: start - margin, height: bottom - start }
    },
    onScroll,
    /** Called when the user, not the program, scrolls. */
    onHand: () => {
      hand.current = true
    },
    nearStart: () => hand.current && (scroller.current?.scrollTop ?? 0) < loadsWithin,
    nearEnd() {
      const element = scroller.current
      return hand.current && element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < loadsWithin
    },
    ...focus,
    ...jumps,
  }
}

/** Where a conversation opens: where it was left, if the user comes back to it by Back or Forward, else at an item or at its end. */
function openingOf(placeKey: string | undefined, openAt: string | undefined): Opening {
  const back = placeKey !== undefined && steppedThroughHistory() ? keptPlaces.get(placeKey) : undefined
  return { back, at: back ? undefined : openAt }
}

function visibleIn(scroller: HTMLElement | null, virtualizer: ItemVirtualizer): readonly [number, number] {
  const { scrollTop: from = 0, clientHeight = 0 } = scroller ?? {}
  const to = from + clientHeight
  const seen = virtualizer
    .getVirtualItems()
    .filter(({ start, end, size }) => Math.min(end, to) - Math.max(start, from) >= size / 2 || (end > from && end <= to))
  return [seen[0]?.index ?? 0, seen.at(-1)?.index ?? -1]
}

interface Contents {
  /** In UTF-16 units. */
  title?: number
  text: string
  /** Heights of its pictures, in pixels. */
  pictures: number
  timeBar: boolean
}

/** The estimated height of a message before it is measured, in pixels. */
export function estimatedHeight({ title = 0, text, pictures, timeBar }: Contents): number {
  const lines = Math.max(1, Math.ceil((title + text.length) / 58), text.split('\n').length)
  return 16 + 22 * Math.min(lines, 200) + 8 + pictures + (timeBar ? 40 : 0)
}

/** The items below the last one that existed while the end of the conversation was visible. */
export function useNewBelow<T extends { key: string }>(items: readonly T[], atEnd: boolean): readonly T[] {
  const [seenUpTo, setSeenUpTo] = useState<string>()
  const last = items.at(-1)?.key
  useEffect(() => {
    if (atEnd && last !== undefined) setSeenUpTo(last)
  }, [atEnd, last])
  const from = atEnd || seenUpTo === undefined ? -1 : items.findIndex(({ key }) => key === seenUpTo)
  return from === -1 ? [] : items.slice(from + 1)
}
