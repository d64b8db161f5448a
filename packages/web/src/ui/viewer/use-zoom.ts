import { useEffect, useRef, useState } from 'react'
import { fitted, type Point, panBy, type Size, toggled, type Zoom, zoomAt } from './zoom.ts'

export type Zooming = ReturnType<typeof useZoom>

const middle: Point = { x: 0, y: 0 }

/**
 * The zoom of the shown picture; each picture starts unzoomed. Points are in pixels from the middle of the frame.
 * @param shown the key of the picture
 */
export function useZoom(shown: string) {
  const frame = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [zoom, setZoom] = useState<Zoom>(fitted)

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each picture
  useEffect(() => setZoom(fitted), [shown])

  const change = (by: (now: Zoom, picture: Size, frame: Size) => Zoom) =>
    setZoom((now) => (frame.current ? by(now, sizeOf(image.current), frameOf(frame.current)) : now))
  const zoomBy = (factor: number, at = middle) => change((now, picture, frame) => zoomAt(now, factor, at, picture, frame))

  // Not a React listener, as those are passive and cannot prevent scrolling and zooming of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: zooming always starts from the current zoom
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), fromMiddle(event, element))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  return {
    frame,
    image,
    zoom,
    isZoomed: zoom.scale > 1,
    /** Zooms around a point, or around the middle. */
    zoomBy,
    panBy: (by: Point) => change((now, picture, frame) => panBy(now, by, picture, frame)),
    /** Switches between the whole picture and a closer view of a point. */
    toggle: (at: Point) => change((now, picture, frame) => toggled(now, at, picture, frame)),
    fit: () => setZoom(fitted),
  }
}

function sizeOf(image: HTMLImageElement | null): Size {
  return { width: image?.naturalWidth ?? 0, height: image?.naturalHeight ?? 0 }
}

const frameOf = ({ clientWidth, clientHeight }: HTMLElement): Size => ({ width: clientWidth, height: clientHeight })

/** A place in the window, from the middle of an element. */
export function fromMiddle({ clientX, clientY }: { clientX: number; clientY: number }, element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
