import { type RefObject, useLayoutEffect, useState } from 'react'

/** In pixels. A narrower pane has room for just one button beside a bubble. */
const roomy = 660

/** The last widths of the pane and its scroll bar, and height above the feed, in pixels, so the next conversation is laid out just once. */
let before = { width: 0, scrollbar: 0, margin: 0 }

interface PaneSizesOptions {
  scroller: RefObject<HTMLElement | null>
  /** The element above the feed. */
  top: RefObject<HTMLElement | null>
  /** The height above the feed when the pane was left, in pixels. */
  margin: number | undefined
  onHeight: () => void
}

/** The sizes of a pane: the content above the feed has a height of its own, and the pane can be resized. */
export function usePaneSizes({ scroller, top, margin: kept, onHeight }: PaneSizesOptions) {
  const [margin, setMargin] = useState(kept ?? before.margin)
  const [narrow, setNarrow] = useState(before.width > 0 && before.width - before.scrollbar < roomy)
  const [sizes] = useState(() => (before.width > 0 ? sizesOf(before) : undefined))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pane
  useLayoutEffect(() => {
    const element = scroller.current
    const head = top.current
    if (!element || !head) return
    let height = element.clientHeight
    const observer = new ResizeObserver(() => {
      // Reads everything before writing anything, and only writes a changed size: each message inherits it.
      const { offsetWidth: width, clientWidth: inner, clientHeight } = element
      before = { width, scrollbar: width - inner, margin: head.offsetTop + head.offsetHeight }
      for (const [name, size] of Object.entries(sizesOf(before)))
        if (element.style.getPropertyValue(name) !== size) element.style.setProperty(name, size)
      setMargin(before.margin)
      setNarrow(inner < roomy)
      if (clientHeight !== height) onHeight()
      height = clientHeight
    })
    observer.observe(element)
    observer.observe(head)
    return () => observer.disconnect()
  }, [])

  return { margin, narrow, sizes }
}

/** Container units would need no script, but make the layout of each new item ten times slower. */
const sizesOf = ({ width, scrollbar }: typeof before) => ({ '--main': `${width}px`, '--scrollbar': `${scrollbar}px` })
