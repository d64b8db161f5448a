// Understands the pointers on a picture: one moves it, two zoom it, a double tap zooms in and out, and a swipe shows the next one.

import { type PointerEvent, useRef } from 'react'
import { fromMiddle, type Zooming } from './use-zoom.ts'
import type { Point } from './zoom.ts'

/** The minimum distance of a swipe, in pixels. */
const swipe = 60
/** A press that moves less than `tapWithin` pixels and ends within `tapFor` milliseconds is a tap. */
const tapWithin = 10
const tapFor = 300
/** In pixels between the two taps. */
const doubleTapWithin = 40

/** Handlers for the element with the picture. @param onSwipe is called with 1 for the next picture and -1 for the previous one */
export function useGestures({ isZoomed, zoomBy, panBy, toggle }: Zooming, onSwipe: (by: 1 | -1) => void) {
  const pointers = useRef(new Map<number, Point>())
  const press = useRef<{ from: Point; at: number; single: boolean }>(undefined)
  const lastTap = useRef<{ at: number; where: Point }>(undefined)

  function tap(at: number, where: Point): void {
    const last = lastTap.current
    lastTap.current = { at, where }
    if (last && at - last.at < tapFor && apart(last.where, where) < doubleTapWithin) {
      lastTap.current = undefined
      toggle(where)
    }
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const where = fromMiddle(event, event.currentTarget)
      pointers.current.set(event.pointerId, where)
      press.current = { from: where, at: event.timeStamp, single: pointers.current.size === 1 }
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = fromMiddle(event, event.currentTarget)
      const other = [...pointers.current].find(([pointer]) => pointer !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      const by = { x: now.x - before.x, y: now.y - before.y }
      if (!other) {
        panBy(by)
        return
      }
      zoomBy(apart(now, other) / Math.max(1, apart(before, other)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
      panBy({ x: by.x / 2, y: by.y / 2 })
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      const { current: begun } = press
      const known = pointers.current.delete(event.pointerId)
      if (!known || !begun?.single) return
      press.current = undefined
      const where = fromMiddle(event, event.currentTarget)
      const [across, down] = [where.x - begun.from.x, where.y - begun.from.y]
      const tapped = Math.hypot(across, down) < tapWithin && event.timeStamp - begun.at < tapFor
      if (tapped) tap(event.timeStamp, where)
      if (tapped || isZoomed || event.pointerType === 'mouse') return
      if (Math.abs(across) < swipe || Math.abs(across) < Math.abs(down)) return
      const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? across > 0 : across < 0
      onSwipe(forward ? 1 : -1)
    },
    onPointerCancel({ pointerId }: PointerEvent): void {
      pointers.current.delete(pointerId)
    },
  }
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
