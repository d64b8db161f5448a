import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import type { RemoteFolder } from '@waypost/client/remote-files'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The space beside and below the files, in pixels. */
export const edge = 12

interface RowsParts {
  count: number
  columns: number
  /** In pixels. */
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
}

/** The rows that are in the DOM, the file that has the focus, and the one that Tab stops at. */
export function useRows({ count, columns, rowHeight, scroller }: RowsParts) {
  const [stop, setStop] = useState(0)
  const focused = useRef<number>(undefined)
  const virtualizer = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: 4,
    paddingEnd: edge,
    scrollPaddingStart: 4,
    scrollPaddingEnd: edge,
    overscan: 4,
    rangeExtractor(range) {
      // The focused file must stay in the DOM, or the focus would be lost.
      return rowsIn(range, focused.current === undefined ? undefined : Math.floor(focused.current / columns))
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one and the same
  useLayoutEffect(() => {
    virtualizer.measure()
  }, [rowHeight, columns])

  function onFocus(index: number): void {
    focused.current = index
    setStop(index)
  }

  /** Scrolls to a file and gives it the focus once it is in the DOM. */
  function focusFile(index: number): void {
    onFocus(index)
    virtualizer.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
    let tries = 10
    const focus = () => {
      const button = scroller.current?.querySelector<HTMLElement>(`[data-file="${index}"]`)
      if (button) button.focus({ preventScroll: true })
      else if (tries-- > 0) requestAnimationFrame(focus)
    }
    focus()
  }

  function show(index: number): void {
    setStop(index)
    focused.current = undefined
    if (index === 0) virtualizer.scrollToOffset(0)
    else virtualizer.scrollToIndex(Math.floor(index / columns), { align: 'center' })
    // Focus the list after it was opened by a key or click, but leave the focus in a text field.
    if (document.activeElement === document.body) focusFile(index)
  }

  return {
    virtualizer,
    /** The index of the file that Tab stops at. */
    stop,
    show,
    focusFile,
    onFocus,
    onBlur(): void {
      focused.current = undefined
    },
  }
}

/** The rows around the visible ones, and one more that is kept wherever it is. */
function rowsIn({ startIndex, endIndex, count, overscan }: Range, kept: number | undefined): number[] {
  const from = Math.max(0, startIndex - overscan)
  const to = Math.min(count - 1, endIndex + overscan)
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  if (kept !== undefined && kept < count && kept < from) rows.unshift(kept)
  if (kept !== undefined && kept < count && kept > to) rows.push(kept)
  return rows
}

/** Scrolls a newly opened folder to its start, or to the folder that was left. Reloading a folder keeps its position. */
export function useOpened(folder: RemoteFolder, show: (index: number) => void): void {
  const before = useRef<RemoteFolder>(undefined)
  useEffect(() => {
    const from = before.current
    before.current = folder
    if (from === folder || (from?.path === folder.path && from.filter === folder.filter)) return
    const cameFrom = folder.files.findIndex(({ path }) => path === from?.path)
    show(Math.max(0, cameFrom))
  })
}
