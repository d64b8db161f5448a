import type { ReactNode } from 'react'
import styles from './Bubble.module.css'

export type BubbleState = 'settled' | 'waiting' | 'failed'

interface BubbleProps {
  side: 'in' | 'out'
  state?: BubbleState
  /** `card`: no padding of its own, e.g. around a picture. */
  shape?: 'text' | 'card'
  children: ReactNode
  /** What shows beside the bubble while somebody is on its line. */
  actions?: ReactNode
  /** Something is moving: the rail fills upward. */
  progress?: RailProgress | undefined
}

export interface RailProgress {
  /** From 0 to 1. */
  value: number
  /** What is moving, e.g. a file's name. */
  label: string
  /** The value in words. */
  text: string
}

/** A plate with one notched corner on the side it came from. While it waits it is half faded, with a rail beside it. */
export function Bubble({ side, state = 'settled', shape = 'text', children, actions, progress }: BubbleProps) {
  return (
    <div className={styles.bubble} data-side={side} data-state={state} data-shape={shape}>
      {children}
      {progress ? <Rail {...progress} /> : <span className={styles.rail} aria-hidden="true" />}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

/** Fills upward as something goes on its way. */
function Rail({ value, label, text }: RailProgress) {
  return (
    <span
      className={styles.rail}
      data-filling=""
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value * 100)}
      aria-valuetext={text}
    >
      <i style={{ transform: `scaleY(${value})` }} />
    </span>
  )
}

/** Text that somebody typed: its own direction, its own line breaks. */
export function BubbleText({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <p dir="auto" className={strong ? `${styles.text} ${styles.strong}` : styles.text}>
      {children}
    </p>
  )
}

/** The line under a bubble: how it stands, and what can be done about that. */
export function BubbleNote({ side, children }: { side: 'in' | 'out'; children: ReactNode }) {
  return (
    <div className={styles.note} data-side={side}>
      {children}
    </div>
  )
}

/** A word of the note that means trouble. */
export function BubbleTrouble({ children }: { children: ReactNode }) {
  return <strong className={styles.trouble}>{children}</strong>
}

/** A small button inside a note. */
export function NoteButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={styles.noteButton} onClick={onClick}>
      {children}
    </button>
  )
}
