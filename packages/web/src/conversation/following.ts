import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { elementAt, endIsWithin, type ItemVirtualizer, indexOf, type Opening, unreadAt } from './drawn-items.ts'
import { keptPlaces } from './kept-places.ts'

/** For this long after opening, late measurements don't move the first unread item, in milliseconds. */
const settlesWithin = 1_000

interface FollowingOptions {
  scroller: RefObject<HTMLElement | null>
  virtualizer: ItemVirtualizer
  opening: Opening
  /** The end is followed. */
  end: RefObject<boolean>
  /** The user has scrolled. */
  hand: RefObject<boolean>
  /** The height above the feed, in pixels. */
  margin: number
  reachesNewest: boolean
  placeKey: string | undefined
  keepInView: string | undefined
}

/** Opens the pane at its end, at the first unread item or where it was left, and keeps it at its end while wanted. */
export function useFollowing(items: readonly { key: string }[], options: FollowingOptions) {
  const { scroller, virtualizer, opening, end, hand, margin, reachesNewest, placeKey, keepInView } = options
  const [atEnd, setAtEnd] = useState(end.current)
  const [far, setFar] = useState(false)
  const isOpening = useRef(opening.at !== undefined)
  const above = useRef(margin)
  above.current = margin

  // Initially the end, or the previous position on Back and Forward.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useLayoutEffect(() => {
    const element = scroller.current
    if (opening.back) virtualizer.scrollToOffset(opening.back.offset)
    else if (opening.at === undefined) virtualizer.scrollToEnd()
    const settled = setTimeout(() => {
      isOpening.current = false
    }, settlesWithin)
    return () => {
      clearTimeout(settled)
      if (placeKey === undefined) return
      if (element && !end.current)
        keptPlaces.set(placeKey, { margin: above.current, offset: element.scrollTop, rows: virtualizer.takeSnapshot() })
      else keptPlaces.delete(placeKey)
    }
  }, [])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    end.current = reachesNewest && below <= endIsWithin
    setAtEnd(end.current)
    setFar(below > element.clientHeight)
  }, [scroller, end, reachesNewest])

  const height = virtualizer.getTotalSize()
  // Reading scrollHeight forces a layout, so only do it when it may have changed. At the end the feed stays at the end,
  // even if an item is higher than estimated or the font is loaded late.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height and the items decide it
  useLayoutEffect(() => {
    const element = scroller.current
    const unread = isOpening.current && !hand.current ? opening.at : end.current ? keepInView : undefined
    if (unread !== undefined) showFrom(unread)
    else if (end.current && element) element.scrollTop = element.scrollHeight
    onScroll()
  }, [height, items, margin])

  /**
   * Shows the end of the conversation if everything from an item on fits into the pane, otherwise shows the conversation from that item.
   */
  function showFrom(key: string): void {
    const element = scroller.current
    const index = indexOf(items, key)
    if (!element || index < 0) return
    const row = elementAt(element, index)
    if (!row) {
      virtualizer.scrollToIndex(index, { align: 'start' })
      return
    }
    const start = row.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
    end.current = reachesNewest && element.scrollHeight - start <= element.clientHeight
    element.scrollTop = end.current ? element.scrollHeight : start - unreadAt * element.clientHeight
  }

  return { atEnd, far, onScroll, height }
}
