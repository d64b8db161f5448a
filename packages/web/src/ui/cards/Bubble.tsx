import type { ReactNode } from 'react'
import styles from './Bubble.module.css'

type BubbleState = 'settled' | 'waiting' | 'failed'

interface BubbleProps {
  side: 'in' | 'out'
  state?: BubbleState
  /** `card`: no padding of its own, e.g. around a picture, which inherits its corners; `gone`: an empty frame, in place of a message. */
  shape?: 'text' | 'card' | 'gone'
  children: ReactNode
  /** The speaker's picture, at the lower end of the bubble. */
  avatar?: ReactNode
  /** Shown beside the bubble on hover or focus. */
  actions?: ReactNode
  /** The progress of an upload, shown by the rail. */
  progress?: RailProgress | undefined
}

interface RailProgress {
  /** From 0 to 1. */
  value: number
  /** The accessible name, e.g. the name of a file. */
  label: string
  text: string
}

/** A message bubble with a notched corner on the sender's side. Unsent, it is faded, unless a rail shows progress. */
export function Bubble({ side, state = 'settled', shape = 'text', children, avatar, actions, progress }: BubbleProps) {
  return (
    <div
      className={styles.bubble}
      data-side={side}
      data-state={state}
      data-shape={shape}
      data-whole={(shape !== 'gone' && (state === 'settled' || progress !== undefined)) || undefined}
    >
      <div className={styles.body}>{children}</div>
      {progress ? <Rail {...progress} /> : <span className={styles.rail} aria-hidden="true" />}
      {avatar && <div className={styles.avatar}>{avatar}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

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

/** Typed text, with its own text direction and line breaks. */
export function BubbleText({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <p dir="auto" className={strong ? `${styles.text} ${styles.strong}` : styles.text}>
      {children}
    </p>
  )
}

/** Marks and time at the end of a bubble's last line. Put it after the last words of a paragraph, into a `BubbleFoot`, or as a `chip` over a picture. */
export function BubbleTail({ chip = false, children }: { chip?: boolean; children: ReactNode }) {
  return (
    <span className={chip ? `${styles.tail} ${styles.chip}` : styles.tail}>
      <bdi className={styles.parts}>{children}</bdi>
    </span>
  )
}

/** The last line of a bubble without text. */
export function BubbleFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}

/** Text below content that fills a card from edge to edge, with the same width. */
export function BubbleCaption({ children }: { children: ReactNode }) {
  return <div className={styles.caption}>{children}</div>
}

/** The content above the caption of a card. */
export function AboveCaption({ children }: { children: ReactNode }) {
  return <div className={styles.above}>{children}</div>
}

/** The line below a bubble: its state and actions. */
export function BubbleNote({ side, children }: { side: 'in' | 'out'; children: ReactNode }) {
  return (
    <div className={styles.note} data-side={side}>
      {children}
    </div>
  )
}

/** A part of the note that is an error. */
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
