import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { i18n } from '../../ui/language.ts'
import { splitter } from './en.ts'
import styles from './Splitter.module.css'
import { pictures, type SideWidth } from './side-width.ts'

const messages = i18n('splitter', splitter)

/** The smallest width of a list with text, in pixels. Widths between `pictures` and this make no sense. */
const words = 140
/** The smallest width of the main pane, in pixels. */
const main = 400
/** In pixels per arrow key. */
const byKey = 16
/** A press that moves less is a click, in pixels. */
const slack = 3

/** The edge of the list: dragged, moved with the arrow keys, Home and End, and reset by a double click or Enter. */
export function Splitter({ width, onWidth }: { width: SideWidth; onWidth: (width: SideWidth) => void }) {
  const t = useStore(messages)
  const edge = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: number; moved: boolean }>(undefined)
  const [{ now, most }, setSizes] = useState({ now: 0, most: 0 })
  const side = () => edge.current?.previousElementSibling

  // biome-ignore lint/correctness/useExhaustiveDependencies: the width changes the measured size
  useEffect(() => {
    const list = side()
    const panes = list?.parentElement
    if (!list || !panes) return
    const measure = () => {
      const from = list.getBoundingClientRect()
      const whole = panes.getBoundingClientRect()
      const before = isLeftToRight(panes) ? from.left - whole.left : whole.right - from.right
      setSizes({ now: Math.round(from.width), most: Math.max(pictures, Math.round(whole.width - before - main)) })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    observer.observe(panes)
    return () => observer.disconnect()
  }, [width])

  const set = (next: number) => onWidth(Math.round(Math.min(most, next)))

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    // Otherwise the drag would select text.
    event.preventDefault()
    event.currentTarget.focus()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, moved: false }
  }

  function onPointerMove({ clientX }: PointerEvent) {
    const list = side()
    if (!drag.current || !list) return
    drag.current.moved ||= Math.abs(clientX - drag.current.from) > slack
    if (!drag.current.moved) return
    const { left, right } = list.getBoundingClientRect()
    const wanted = isLeftToRight(list) ? clientX - left : right - clientX
    set(wanted < (pictures + words) / 2 ? pictures : Math.max(words, wanted))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || !edge.current) return
    const forward = isLeftToRight(edge.current) ? 'ArrowRight' : 'ArrowLeft'
    if (event.key === forward) set(Math.max(words, now + byKey))
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') set(now - byKey < words ? pictures : now - byKey)
    else if (event.key === 'Home') set(pictures)
    else if (event.key === 'End') set(most)
    else if (event.key === 'Enter') onWidth(undefined)
    else return
    event.preventDefault()
  }

  const stop = () => {
    drag.current = undefined
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be moved
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-label={t.label}
      aria-orientation="vertical"
      aria-valuenow={now}
      aria-valuemin={pictures}
      aria-valuemax={most}
      aria-valuetext={t.value({ width: now })}
      className={styles.edge}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}

const isLeftToRight = (element: Element): boolean => getComputedStyle(element).direction === 'ltr'
