import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { $touch } from '../browser/media.ts'
import { elementAt, type ItemVirtualizer, indexOf } from './drawn-items.ts'

interface FocusOptions {
  scroller: RefObject<HTMLElement | null>
  virtualizer: ItemVirtualizer
  /** The key of the item that stays in the DOM. */
  kept: RefObject<string | undefined>
  /** Focuses the form of the conversation. */
  onLeave: () => void
}

/** The item that has the focus, and the one that Tab stops at. */
export function useItemFocus(items: readonly { key: string }[], { scroller, virtualizer, kept, onLeave }: FocusOptions) {
  const [stop, setStop] = useState<string>()
  const focusedAt = useRef(-1)

  function focusItem(index: number): void {
    virtualizer.scrollToIndex(index, { align: 'auto' })
    let tries = 10
    const focus = () => {
      const article = elementAt(scroller.current, index)?.querySelector('article')
      if (article) article.focus({ preventScroll: true })
      else if (tries-- > 0) requestAnimationFrame(focus)
    }
    focus()
  }

  /** On touch screens, focusing the form would open a keyboard over half the conversation. */
  const leave = () => ($touch.get() ? scroller.current?.focus({ preventScroll: true }) : onLeave())

  // When the focused item is removed, the item in its place gets the focus; when a focused button is removed, its item does.
  useLayoutEffect(() => {
    const { current } = kept
    if (current === undefined) return
    const index = indexOf(items, current)
    if (index >= 0 && document.activeElement !== document.body) return
    kept.current = undefined
    if (items.length === 0) leave()
    else focusItem(index >= 0 ? index : Math.min(focusedAt.current, items.length - 1))
  })

  return {
    focusItem,
    leave,
    /** The item in the Tab order: the last focused one, otherwise the newest. */
    tabStop: items.some(({ key }) => key === stop) ? stop : items.at(-1)?.key,
    onFocus(key: string | undefined): void {
      setStop(key)
      focusedAt.current = indexOf(items, key)
      kept.current = focusedAt.current < 0 ? undefined : key
    },
    onBlur(): void {
      kept.current = undefined
    },
  }
}
