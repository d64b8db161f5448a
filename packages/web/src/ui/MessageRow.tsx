import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import styles from './MessageRow.module.css'

interface MessageRowProps {
  /** Unlike that of any other row of the feed. */
  id: string
  side: 'in' | 'out'
  /** The next one stands right under it: the same side, less than a minute later. */
  close: boolean
  /** Plays the arrival: only for what came while the conversation was open. */
  fresh?: boolean
  /** What is read of it. */
  label: string
  /** The one row that Tab stops at. */
  tabStop: boolean
  position: number
  /** How many there are; -1 while the beginning is not known. */
  size: number
  onKeyDown: KeyboardEventHandler
  children: ReactNode
}

/** One message of a feed: its bubble, with the bars that stand before it and the words under it. */
export function MessageRow(props: MessageRowProps) {
  const { id, side, close, fresh = false, label, tabStop, position, size, onKeyDown, children } = props
  return (
    <article
      className={styles.row}
      data-side={side}
      data-close={close || undefined}
      data-fresh={fresh || undefined}
      data-key={id}
      tabIndex={tabStop ? 0 : -1}
      aria-label={label}
      aria-posinset={position}
      aria-setsize={size}
      onKeyDown={onKeyDown}
    >
      {children}
    </article>
  )
}

/** When it was sent, beside its buttons, away from the bubble. There is no room for it where a finger needs larger buttons. */
export function MessageTime({ children }: { children: ReactNode }) {
  return <span className={styles.time}>{children}</span>
}

/** Why it stands as it does: in the colour of what waits, or of what failed. */
export function MessageReason({ tone, children }: { tone: 'waiting' | 'failed'; children: ReactNode }) {
  return (
    <p className={styles.reason} data-tone={tone}>
      {children}
    </p>
  )
}

/** Takes back what was not sent yet. */
export function DiscardButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} size="small" className={styles.discard ?? ''} onClick={onClick}>
      <X size={14} aria-hidden="true" />
    </IconButton>
  )
}
