// Scrolls a conversation, and chooses which of its items are in the DOM. At the end (the last 64 px) it follows new items; elsewhere the
// visible items stay in place when others are added above or below.

import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { $reducedMotion } from '../browser/appearance.ts'
import { steppedThroughHistory } from '../browser/location.ts'
import { $touch } from '../browser/media.ts'
import { useInSteps } from '../ui/cards/draw-in-steps.ts'
import { keptPlaces } from './kept-places.ts'

const endIsWithin = 64
/** More items are loaded within this distance of the start and of the end, in pixels. */
const loadsWithin = 600
/** Up to this number all items are in the DOM, which never has 120. */
const allUpTo = 119
const overscan = 6
/** Jumps over more screens than this are not animated. */
const longWay = 4
/** The assumed height of the pane before layout, in pixels. */
const heightAtFirst = 800
/** The assumed height of an item that is gone, in pixels. */
const heightUnknown = 42
/** A narrower pane has room for one button beside a bubble, in pixels. */
const roomy = 660
/** The first unread item stands this far down, as a part of the pane. */
const unreadAt = 0.25
/** So long after opening, what is measured late does not move the first unread item, in milliseconds. */
const settlesWithin = 1_000

/** How wide the pane and its scroll bar were last, and the height above the feed, in pixels: with them the next one is laid out once. */
let before = { width: 0, scrollbar: 0, margin: 0 }

interface Options<T> {
  /** The estimated height of an item before it is measured, in pixels. */
  estimate: (item: T) => number
  /** The last item is the newest one of the conversation. Elsewhere the end is not followed. */
  reachesNewest?: boolean
  /** All items are in the DOM, however many. */
  drawsAll?: boolean
  /** Under this key the position is kept for Back and Forward; without it, the conversation opens at its end. */
  placeKey?: string
  /** The first unread item when the conversation is opened. If what follows does not fit, it is shown there instead of at its end. */
  openAt?: string | undefined
  /** The first item that arrived while nobody was looking: the end is followed only as far as that stays visible. */
  keepInView?: string | undefined
  /** Focuses the form of the conversation. */
  onLeave: () => void
}

export type FollowedEnd = ReturnType<typeof useFollowedEnd>

/** Scrolls the messages of a conversation, follows its end, and keeps the focus among them. */
export function useFollowedEnd<T extends { key: string }>(items: readonly T[], options: Options<T>) {
  const { reachesNewest = true, drawsAll = false, placeKey, keepInView, onLeave } = options
  const estimate = (item: T | undefined) => (item ? options.estimate(item) : heightUnknown)
  const most = drawsAll ? items.length : allUpTo
  const scroller = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const [back] = useState(() => (placeKey !== undefined && steppedThroughHistory() ? keptPlaces.get(placeKey) : undefined))
  const [openAt] = useState(back ? undefined : options.openAt)
  const [atEnd, setAtEnd] = useState(!back && openAt === undefined)
  const [far, setFar] = useState(false)
  const [margin, setMargin] = useState(back?.margin ?? before.margin)
  const [narrow, setNarrow] = useState(before.width > 0 && before.width - before.scrollbar < roomy)
  const [sizes] = useState(() => (before.width > 0 ? sizesOf(before) : undefined))
  const [stop, setStop] = useState<string>()
  const focused = useRef<{ key: string; index: number }>(undefined)
  const hand = useRef(false)
  const end = useRef(!back && openAt === undefined)
  const opening = useRef(openAt !== undefined)
  const above = useRef(margin)
  above.current = margin
  const itemsNow = useRef(items)
  itemsNow.current = items

  const came = useCameAbove(items)
  const drawn = useInSteps(0, Math.min(items.length, most))

  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => estimate(items[index]),
    scrollMargin: margin,
    paddingEnd: 4,
    anchorTo: 'end',
    followOnAppend: reachesNewest && keepInView === undefined,
    scrollEndThreshold: endIsWithin,
    overscan,
    // The first render, before layout, shows the items at the end.
    initialRect: { width: 0, height: heightAtFirst },
    initialOffset: () => back?.offset ?? Math.max(0, offsetAtFirst(items, openAt, estimate)),
    ...(back && { initialMeasurementsCache: back.rows }),
    rangeExtractor({ startIndex, endIndex, count }) {
      const all = count <= most && drawn > 0
      const from = Math.max(0, Math.min(startIndex - overscan, all ? count - drawn : count))
      const to = all ? count - 1 : Math.min(count - 1, endIndex + overscan)
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
      // The focused item stays in the DOM, or the focus would be lost.
      const { current } = focused
      const kept = current ? items.findIndex((item) => item.key === current.key) : -1
      if (kept >= 0 && kept < from) shown.unshift(kept)
      if (kept > to) shown.push(kept)
      return shown
    },
  })

  const measured = useRef(new Set<unknown>())
  // Items added above must not move the visible ones, whatever their measured height, even if they are partly visible.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (
    { key, index, start, end: bottom },
    _,
    { scrollOffset, scrollDirection },
  ) => {
    const offset = scrollOffset ?? 0
    if (measured.current.has(key)) return bottom <= offset && scrollDirection !== 'backward'
    measured.current.add(key)
    return start < offset || index < came.current
  }

  // Initially the end, or the previous position on Back and Forward.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useLayoutEffect(() => {
    const element = scroller.current
    if (back) virtualizer.scrollToOffset(back.offset)
    else if (openAt === undefined) virtualizer.scrollToEnd()
    const settled = setTimeout(() => {
      opening.current = false
    }, settlesWithin)
    return () => {
      clearTimeout(settled)
      if (placeKey === undefined) return
      if (element && !end.current)
        keptPlaces.set(placeKey, { margin: above.current, offset: element.scrollTop, rows: virtualizer.takeSnapshot() })
      else keptPlaces.delete(placeKey)
    }
  }, [])

  // The content above the feed has a height of its own, and the pane can be resized.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one and the same
  useLayoutEffect(() => {
    const element = scroller.current
    const head = top.current
    if (!element || !head) return
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      // All is read before anything is written, which is only done for another size: each message inherits it.
      const { offsetWidth: width, clientWidth: inner, clientHeight } = element
      before = { width, scrollbar: width - inner, margin: head.offsetTop + head.offsetHeight }
      for (const [name, size] of Object.entries(sizesOf(before)))
        if (element.style.getPropertyValue(name) !== size) element.style.setProperty(name, size)
      setMargin(before.margin)
      setNarrow(inner < roomy)
      if (clientHeight !== height && end.current) virtualizer.scrollToEnd()
      height = clientHeight
    })
    observer.observe(element)
    observer.observe(head)
    return () => observer.disconnect()
  }, [])

  // The last item loses the line under it when another comes. Measured here, both are drawn at once; the observer would tell a layout later.
  const last = items.at(-1)?.key
  const lastBefore = useRef(last)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one and the same
  useLayoutEffect(() => {
    const index = items.findIndex(({ key }) => key === lastBefore.current)
    lastBefore.current = last
    const row = items[index]?.key === last ? null : scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (row) virtualizer.resizeItem(index, row.offsetHeight)
  }, [last])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    end.current = reachesNewest && below <= endIsWithin
    setAtEnd(end.current)
    setFar(below > element.clientHeight)
  }, [reachesNewest])

  const height = virtualizer.getTotalSize()
  // Reading scrollHeight forces a layout, so only do it when it may have changed. At the end the feed stays at the end,
  // even if an item is higher than estimated or the font is loaded late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height and the rows decide it
  useLayoutEffect(() => {
    const element = scroller.current
    const unread = opening.current && !hand.current ? openAt : end.current ? keepInView : undefined
    if (unread !== undefined) showFrom(unread)
    else if (end.current && element) element.scrollTop = element.scrollHeight
    onScroll()
  }, [height, items, margin])

  /** Shows the end of the conversation if everything from an item on fits into the pane, otherwise that item and what follows. */
  function showFrom(key: string): void {
    const element = scroller.current
    const index = items.findIndex((item) => item.key === key)
    if (!element || index < 0) return
    const row = element.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!row) {
      virtualizer.scrollToIndex(index, { align: 'start' })
      return
    }
    const start = row.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
    end.current = reachesNewest && element.scrollHeight - start <= element.clientHeight
    element.scrollTop = end.current ? element.scrollHeight : start - unreadAt * element.clientHeight
  }

  /** The first and the last item of which half can be seen, or the end. */
  function visible(): readonly [number, number] {
    const { scrollTop: from = 0, clientHeight = 0 } = scroller.current ?? {}
    const to = from + clientHeight
    const seen = virtualizer
      .getVirtualItems()
      .filter(({ start, end, size }) => Math.min(end, to) - Math.max(start, from) >= size / 2 || (end > from && end <= to))
    return [seen[0]?.index ?? 0, seen.at(-1)?.index ?? -1]
  }

  function focusItem(index: number) {
    virtualizer.scrollToIndex(index, { align: 'auto' })
    let tries = 10
    const focus = () => {
      const article = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] article`)
      if (article) article.focus({ preventScroll: true })
      else if (tries-- > 0) requestAnimationFrame(focus)
    }
    focus()
  }

  /** On touch screens, focusing the form would open a keyboard over half of the conversation. */
  const leave = () => ($touch.get() ? scroller.current?.focus({ preventScroll: true }) : onLeave())

  // When the focused item is removed, the item in its place gets the focus; when a button in it is removed, the item does.
  useLayoutEffect(() => {
    const { current } = focused
    if (!current) return
    const index = items.findIndex((item) => item.key === current.key)
    if (index >= 0 && document.activeElement !== document.body) return
    focused.current = undefined
    if (items.length === 0) leave()
    else focusItem(index >= 0 ? index : Math.min(current.index, items.length - 1))
  })

  return {
    scroller,
    top,
    /** The style of the pane: its sizes, which what is in it inherits. */
    sizes,
    atEnd,
    /** The end is more than a screenful away. */
    far,
    narrow,
    visible,
    /** The index of the last item of which something can be seen. */
    lastVisible: virtualizer.range?.endIndex ?? items.length - 1,
    measure: virtualizer.measureElement,
    height,
    shown: virtualizer.getVirtualItems().map(({ index, key, start }) => ({ index, key, start: start - margin })),
    /** Where items begin and end in the feed, in pixels, by the index of the first and the last one. */
    extentOf({ first, last }: { first: number; last: number }) {
      const rows = virtualizer.measurementsCache
      const [start, bottom] = [rows[first]?.start ?? margin, rows[last]?.end ?? margin]
      return { start: start - margin, height: bottom - start }
    },
    onScroll,
    /** The user scrolls, not the program. */
    onHand: () => {
      hand.current = true
    },
    nearStart: () => hand.current && (scroller.current?.scrollTop ?? 0) < loadsWithin,
    nearEnd() {
      const element = scroller.current
      return hand.current && element !== null && element.scrollHeight - element.scrollTop - element.clientHeight < loadsWithin
    },
    focusItem,
    leave,
    /** The item that Tab stops at: the last focused one, else the newest. */
    tabStop: items.some(({ key }) => key === stop) ? stop : last,
    /** Remembers the focused item. */
    onFocus(key: string | undefined) {
      setStop(key)
      const index = items.findIndex((item) => item.key === key)
      const item = items[index]
      focused.current = item && { key: item.key, index }
    },
    onBlur() {
      focused.current = undefined
    },
    /**
     * Brings an item into the middle of the pane and gives it the focus. Items that were added above it are measured while it is shown, so it
     * is done again until it stays there.
     */
    reveal(key: string) {
      end.current = false
      let steady = 0
      let tries = 40
      const step = () => {
        const index = itemsNow.current.findIndex((item) => item.key === key)
        const article = scroller.current?.querySelector<HTMLElement>(`article[data-key="${CSS.escape(key)}"]`)
        steady = article && isWithin(article, scroller.current) ? steady + 1 : 0
        if (index < 0 || tries-- === 0) return
        if (steady > 2) return article?.focus({ preventScroll: true })
        if (steady === 0) virtualizer.scrollToIndex(index, { align: 'center' })
        requestAnimationFrame(step)
      }
      step()
    },
    /** Scrolls to an item, or to the end. */
    jump(key: string | undefined) {
      const index = key === undefined ? -1 : items.findIndex((item) => item.key === key)
      // A long smooth scroll would render and measure every item on the way, which moves the end away.
      const element = scroller.current
      const long = !element || element.scrollHeight - element.scrollTop > longWay * element.clientHeight
      const behavior = $reducedMotion.get() || long ? 'auto' : 'smooth'
      if (index === -1) virtualizer.scrollToEnd({ behavior })
      else virtualizer.scrollToIndex(index, { align: 'start', behavior })
    },
  }
}

/** Container units would need no script, but make the layout of each new item ten times slower. */
const sizesOf = ({ width, scrollbar }: typeof before) => ({ '--main': `${width}px`, '--scrollbar': `${scrollbar}px` })

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

function isWithin(element: HTMLElement, pane: HTMLElement | null): boolean {
  if (!pane) return false
  const [inner, outer] = [element.getBoundingClientRect(), pane.getBoundingClientRect()]
  return inner.top < outer.bottom && inner.bottom > outer.top
}

/** How many items were added above, until they are rendered and measured. */
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

interface Contents {
  /** The length of its title, in UTF-16 units. */
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

/** The items below the last one that was there while the end of the conversation was visible. */
export function useNewBelow<T extends { key: string }>(items: readonly T[], atEnd: boolean): readonly T[] {
  const [seenUpTo, setSeenUpTo] = useState<string>()
  const last = items.at(-1)?.key
  useEffect(() => {
    if (atEnd && last !== undefined) setSeenUpTo(last)
  }, [atEnd, last])
  const from = atEnd || seenUpTo === undefined ? -1 : items.findIndex(({ key }) => key === seenUpTo)
  return from === -1 ? [] : items.slice(from + 1)
}
