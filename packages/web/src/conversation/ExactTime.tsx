import { type ReactNode, useEffect, useRef, useState } from 'react'
import { exactTimeOf, hourOf } from '../format/time.ts'
import { BubbleNote } from '../ui/cards/Bubble.tsx'
import styles from './ExactTime.module.css'

/** How long the pointer must rest on a time before the exact one is shown, in milliseconds. */
const restsFor = 400

interface ExactTimeProps {
  /** Milliseconds since 1970. */
  then: number
  /** The short time, if it isn't just the hour and minute. */
  children?: string
  /** Shown after the exact time. */
  after?: ReactNode
  /** Whether it is a Tab stop. */
  reachable: boolean
}

/** The time of a message. Hover, focus or a click swaps in the exact one. */
export function ExactTime({ then, children = hourOf(then), after, reachable }: ExactTimeProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (!hovered) return setRested(false)
    const timer = setTimeout(() => setRested(true), restsFor)
    return () => clearTimeout(timer)
  }, [hovered])
  // The exact time may not fit where the short one was: it would move out from under the pointer, and back, over and over.
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const message = rested ? button.current?.closest('article') : undefined
    const leave = () => setHovered(false)
    message?.addEventListener('pointerleave', leave)
    return () => message?.removeEventListener('pointerleave', leave)
  }, [rested])
  const exact = rested || focused || pressed
  return (
    <button
      ref={button}
      type="button"
      className={styles.time}
      tabIndex={reachable ? 0 : -1}
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(rested)}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => {
        setFocused(false)
        setPressed(false)
      }}
      onClick={() => setPressed(!pressed)}
    >
      <time dateTime={new Date(then).toISOString()}>{exact ? exactTimeOf(then) : children}</time>
      {exact && after}
    </button>
  )
}

interface TimeBelowProps extends Pick<ExactTimeProps, 'then' | 'reachable'> {
  side: 'in' | 'out'
  /** The time in words, e.g. how long ago it was. */
  words: string
  /** How far the message has got. */
  children?: ReactNode
}

/** The line below the newest message. */
export function TimeBelow({ side, words, children, ...time }: TimeBelowProps) {
  return (
    <BubbleNote side={side}>
      <ExactTime {...time}>{words}</ExactTime>
      {children}
    </BubbleNote>
  )
}
