// Opens a target when files are held over its item.

import { type DragEvent, useCallback, useEffect, useRef } from 'react'

/** How long files must be held over an item before it opens, in milliseconds. */
const opensAfter = 600

/** Opens an item when files are held over it, so that they can be dropped in its conversation. */
export function useOpenUnderDrag() {
  const over = useRef<{ link: HTMLElement; timer: ReturnType<typeof setTimeout> }>(undefined)
  const stop = useCallback(() => {
    clearTimeout(over.current?.timer)
    over.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!event.dataTransfer.types.includes('Files') || !(event.target instanceof HTMLElement)) return
      const link = event.target.closest<HTMLElement>('a[data-row]')
      if (link === over.current?.link) return
      stop()
      if (link) over.current = { link, timer: setTimeout(() => link.click(), opensAfter) }
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) stop()
    },
    onDrop: stop,
  }
}
