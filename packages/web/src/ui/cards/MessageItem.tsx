// Lays out one message of a feed, and draws its time and why it is not sent.

import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { IconButton } from '../inputs/IconButton.tsx'
import styles from './MessageItem.module.css'

interface MessageItemProps {
  /** Unique in the feed. */
  id: string
  side: 'in' | 'out'
  /** The next message is right under it: on the same side, less than a minute later. */
  close: boolean
  /** Animates its arrival, for messages that arrive while the conversation is open. */
  fresh?: boolean
  /** Lights up for a moment: the user was brought here. */
  found?: boolean
  /** For screen readers. */
  label: string
  /** The item that Tab stops at. */
  tabStop: boolean
  position: number
  /** How many messages there are; -1 while the first is not loaded. */
  size: number
  onKeyDown: KeyboardEventHandler
  children: ReactNode
}

/** One message of a feed: its bubble, the bars above and the text under it. */
export function MessageItem(props: MessageItemProps) {
  const { id, side, close, fresh = false, found = false, label, tabStop, position, size, onKeyDown, children } = props
  return (
    <article
      className={styles.row}
      data-side={side}
      data-close={close || undefined}
      data-fresh={fresh || undefined}
      data-found={found || undefined}
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

/** The time of a message, beside its buttons. It is not shown on touch screens, whose buttons are larger. */
export function MessageTime({ children }: { children: ReactNode }) {
  return <span className={styles.time}>{children}</span>
}

/** Why a message waits or failed. */
export function MessageReason({ tone, children }: { tone: 'waiting' | 'failed'; children: ReactNode }) {
  return (
    <p className={styles.reason} data-tone={tone}>
      {children}
    </p>
  )
}

/** Discards a message that is not sent yet. */
export function DiscardButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} size="small" className={styles.discard ?? ''} onClick={onClick}>
      <X size={14} aria-hidden="true" />
    </IconButton>
  )
}
