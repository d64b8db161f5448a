import { type DragEvent, useCallback, useEffect, useRef } from 'react'

/** How long something must be held over a row before that opens, in milliseconds. */
const opensAfter = 600

/** Files that are held over a row open it, so that they can be dropped there. */
export function useOpenUnderDrag() {
  const over = useRef<{ row: HTMLElement; timer: ReturnType<typeof setTimeout> }>(undefined)
  const stop = useCallback(() => {
    clearTimeout(over.current?.timer)
    over.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      if (!event.dataTransfer.types.includes('Files') || !(event.target instanceof HTMLElement)) return
      const row = event.target.closest<HTMLElement>('a[data-row]')
      if (row === over.current?.row) return
      stop()
      if (row) over.current = { row, timer: setTimeout(() => row.click(), opensAfter) }
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) stop()
    },
    onDrop: stop,
  }
}
