// Detects requests for a context menu: a right-click, the menu key, or a long press.

import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** A place in the window, in pixels. */
export interface Point {
  x: number
  y: number
}

/** How long a finger must rest to open a menu, in milliseconds, and how many pixels it may move meanwhile. */
const longPress = 400
const slack = 10

/**
 * Props of an element whose parts, found by a selector, have menus. A long press neither follows a link nor opens the browser's menu. Only
 * some browsers report a long press by themselves, as a right-click event. `onOpen` is told whether it was a finger.
 */
export function useContextMenu(selector: string, onOpen: (part: HTMLElement, at: Point, touched: boolean) => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  /** Whether the finger that opened the menu is still resting. */
  const opened = useRef(false)

  const stop = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  const partAt = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null)

  return {
    onContextMenu(event: MouseEvent) {
      const part = partAt(event.target)
      if (!part) return
      event.preventDefault()
      const touched = press.current !== undefined
      stop()
      if (opened.current) return
      opened.current = touched
      // The menu key has no pointer position.
      const { left, bottom } = part.getBoundingClientRect()
      const byKey = event.clientX === 0 && event.clientY === 0
      onOpen(part, byKey ? { x: left + 16, y: bottom - 8 } : { x: event.clientX, y: event.clientY }, touched)
    },
    onPointerDown(event: PointerEvent) {
      stop()
      opened.current = false
      const part = partAt(event.target)
      if (event.pointerType !== 'touch' || !event.isPrimary || !part) return
      const { clientX: x, clientY: y } = event
      const timer = setTimeout(() => {
        opened.current = true
        onOpen(part, { x, y }, true)
      }, longPress)
      press.current = { x, y, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > slack) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onClickCapture(event: MouseEvent) {
      if (!opened.current) return
      opened.current = false
      // The end of the long press.
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
