import { useLayoutEffect, useRef, useState } from 'react'

/** The widest album, and the space beside it, in pixels. */
const [most, beside] = [500, 100]

/** The width of the last album, which is nearly always that of the next one. */
let last = most

/** The width of an album in its pane, in pixels. Give an element inside the pane the `ref`. */
export function useAlbumWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(last)
  useLayoutEffect(() => {
    const pane = ref.current?.closest<HTMLElement>('[data-region=history]')
    if (!pane) return
    const measure = () => {
      last = Math.max(0, Math.min(most, pane.offsetWidth - beside))
      setWidth(last)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(pane)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
