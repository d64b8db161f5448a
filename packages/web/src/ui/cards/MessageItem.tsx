// Lays out one message of a feed, and draws its time and why it is unsent.

import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { IconButton } from '../inputs/IconButton.tsx'
import styles from './MessageItem.module.css'

interface MessageItemProps {
  /** Unique in the feed. */
  id: string
  side: 'in' | 'out'
  /** The next message is in the same group, right below it. */
  close: boolean
  /** In one group with the previous message. */
  joined?: boolean
  /** One of several people wrote it, so there is space for their picture before it. */
  several?: boolean
  /** Animates its arrival, for messages that arrive while the conversation is open. */
  fresh?: boolean
  selected?: boolean
  /** Highlighted for a moment: the user was taken here. */
  found?: boolean
  /** For screen readers. */
  label: string
  /** The item in the Tab order. */
  tabStop: boolean
  position: number
  /** The number of messages; -1 while the first isn't loaded. */
  size: number
  onKeyDown: KeyboardEventHandler
  children: ReactNode
}

/** One message of a feed: its bubble, the bars above and the text below. */
export function MessageItem(props: MessageItemProps) {
  const {
    id,
    side,
    close,
    fresh = false,
    found = false,
    joined = false,
    several = false,
    selected = false,
    label,
    tabStop,
    position,
    size,
    onKeyDown,
    children,
  } = props
  return (
    <article
      className={styles.row}
      data-side={side}
      data-close={close || undefined}
      data-joined={joined || undefined}
      data-several={several || undefined}
      data-fresh={fresh || undefined}
      data-found={found || undefined}
      data-selected={selected || undefined}
      data-key={id}
      tabIndex={tabStop ? 0 : -1}
      aria-label={label}
      aria-current={selected || undefined}
      aria-posinset={position}
      aria-setsize={size}
      onKeyDown={onKeyDown}
    >
      {children}
    </article>
  )
}

/** The time of a message, beside its buttons. Hidden on touch screens, whose buttons are larger. */
export function MessageTime({ icon, children }: { icon?: ReactNode; children: string | undefined }) {
  return (
    <span className={styles.time}>
      {icon}
      {children && <bdi>{children}</bdi>}
    </span>
  )
}

/** Why a message is waiting or failed. */
export function MessageReason({ tone, children }: { tone: 'waiting' | 'failed'; children: ReactNode }) {
  return (
    <p className={styles.reason} data-tone={tone}>
      {children}
    </p>
  )
}

/** Discards an unsent message. */
export function DiscardButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} size="small" className={styles.discard ?? ''} onClick={onClick}>
      <X size={14} aria-hidden="true" />
    </IconButton>
  )
}
