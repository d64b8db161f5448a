import { type ReactNode, useEffect, useRef, useState } from 'react'
import { exactTimeOf } from '../format/time.ts'
import styles from './ExactTime.module.css'

/** How long the pointer rests on a time before it says exactly when, in milliseconds. */
const restsFor = 400

interface ExactTimeProps {
  /** Milliseconds since 1970. */
  then: number
  /** The time in short. */
  children: string
  /** What is said with the exact time. */
  after?: ReactNode
  /** It is a Tab stop. */
  reachable: boolean
}

/** The time of a message. The pointer on it, the focus or a press swaps in the exact one. */
export function ExactTime({ then, children, after, reachable }: ExactTimeProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [rested, setRested] = useState(false)
  useEffect(() => {
    if (!hovered) return setRested(false)
    const timer = setTimeout(() => setRested(true), restsFor)
    return () => clearTimeout(timer)
  }, [hovered])
  // The exact time may have no room where the short one was: then it would move away from under the pointer, and back, again and again.
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
