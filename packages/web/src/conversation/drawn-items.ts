// Chooses which items of a conversation are in the DOM, and keeps the visible ones in place when others are added above them.

import { type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useInSteps } from '../ui/cards/draw-in-steps.ts'
import type { KeptPlace } from './kept-places.ts'

/** A pane is at its end within this distance from it, in pixels. */
export const endIsWithin = 64
/** How far down the first unread item is placed, as a fraction of the pane. */
export const unreadAt = 0.25
/** Up to this number all items are in the DOM, which never holds as many as 120. */
const allUpTo = 119
const overscan = 6
/** In pixels, assumed before layout. */
const heightAtFirst = 800
/** In pixels, assumed for a removed item. */
const heightUnknown = 42

export type ItemVirtualizer = Virtualizer<HTMLElement, Element>

/** Where a conversation opens: at the place where it was left, at an item, or else at its end. */
export interface Opening {
  back: KeptPlace | undefined
  at: string | undefined
}

interface DrawnOptions<T> {
  scroller: RefObject<HTMLElement | null>
  /** In pixels, before it is measured. */
  estimate: (item: T) => number
  /** The height above the feed, in pixels. */
  margin: number
  /** At the end, it is followed when items are added there. */
  follows: boolean
  /** Keeps all items in the DOM, however many. */
  drawsAll: boolean
  opening: Opening
}

/** The virtualizer of a feed, and the key of the item that it keeps in the DOM, wherever that is. */
export function useDrawnItems<T extends { key: string }>(items: readonly T[], options: DrawnOptions<T>) {
  const { scroller, margin, follows, drawsAll, opening } = options
  const estimate = (item: T | undefined) => (item ? options.estimate(item) : heightUnknown)
  const most = drawsAll ? items.length : allUpTo
  const kept = useRef<string>(undefined)
  const came = useCameAbove(items)
  const drawn = useInSteps(0, Math.min(items.length, most))

  const virtualizer: ItemVirtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => estimate(items[index]),
    scrollMargin: margin,
    paddingEnd: 4,
    anchorTo: 'end',
    followOnAppend: follows,
    scrollEndThreshold: endIsWithin,
    overscan,
    // The first render, before layout, shows the items at the end.
    initialRect: { width: 0, height: heightAtFirst },
    initialOffset: () => opening.back?.offset ?? Math.max(0, offsetAtFirst(items, opening.at, estimate)),
    ...(opening.back && { initialMeasurementsCache: opening.back.rows }),
    rangeExtractor: (range) =>
      // The focused item must stay in the DOM, or the focus would be lost.
      indexesIn(range, range.count <= most ? drawn : 0, kept.current === undefined ? -1 : indexOf(items, kept.current)),
  })

  const measured = useRef(new Set<unknown>())
  // Items added above must not move the visible ones, whatever their measured height, even if they are partly visible.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ key, index, start, end }, _, { scrollOffset, scrollDirection }) => {
    const offset = scrollOffset ?? 0
    if (measured.current.has(key)) return end <= offset && scrollDirection !== 'backward'
    measured.current.add(key)
    return start < offset || index < came.current
  }

  useLastRow(items, virtualizer, scroller)
  return { virtualizer, kept }
}

/** The last item loses the line under it when another comes. Measured here, both are drawn at once; the observer would tell a layout later. */
function useLastRow(
  items: readonly { key: string }[],
  virtualizer: ItemVirtualizer,
  scroller: RefObject<HTMLElement | null>,
): void {
  const last = items.at(-1)?.key
  const before = useRef(last)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one and the same
  useLayoutEffect(() => {
    const index = items.findIndex(({ key }) => key === before.current)
    before.current = last
    const row = items[index]?.key === last ? null : elementAt(scroller.current, index)
    if (row) virtualizer.resizeItem(index, row.offsetHeight)
  }, [last])
}

/** How many items were added above and aren't rendered and measured yet. */
function useCameAbove(items: readonly { key: string }[]) {
  const first = useRef<string>(undefined)
  const came = useRef(0)
  const key = items[0]?.key
  if (key !== first.current) {
    came.current = Math.max(
      0,
      items.findIndex((item) => item.key === first.current),
    )
    first.current = key
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever items are added above
  useEffect(() => {
    if (came.current === 0) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        came.current = 0
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [key])
  return came
}

/**
 * The indexes of the items in the DOM: those around the visible ones, the last ones, and one more.
 * @param drawn how many of the last items there are in any case; with 0, only those around the visible ones
 * @param kept the one more; -1 for none
 */
function indexesIn({ startIndex, endIndex, count }: Range, drawn: number, kept: number): number[] {
  const from = Math.max(0, Math.min(startIndex - overscan, count - drawn))
  const to = drawn > 0 ? count - 1 : Math.min(count - 1, endIndex + overscan)
  const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  if (kept >= 0 && kept < from) shown.unshift(kept)
  if (kept > to) shown.push(kept)
  return shown
}

/** The estimated position at which a conversation opens, in pixels. */
function offsetAtFirst<T extends { key: string }>(
  items: readonly T[],
  openAt: string | undefined,
  estimate: (item: T) => number,
): number {
  const heightOf = (some: readonly T[]) => some.reduce((sum, item) => sum + estimate(item), 0)
  const index = items.findIndex(({ key }) => key === openAt)
  const end = heightOf(items) - heightAtFirst
  return index < 0 ? end : Math.min(end, heightOf(items.slice(0, index)) - unreadAt * heightAtFirst)
}

/** The index of an item; -1 if it is not there. */
export const indexOf = (items: readonly { key: string }[], key: string | undefined): number =>
  items.findIndex((item) => item.key === key)

/** The element of an item, if it is in the DOM. */
export const elementAt = (scroller: HTMLElement | null, index: number): HTMLElement | null =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null
