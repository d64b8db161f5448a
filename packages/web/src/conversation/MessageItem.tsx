// Lays out one message of a conversation, and draws its time and why it is unsent.

import { X } from 'lucide-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { hourOf } from '../format/time.ts'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { DayBreak, TimeDivider } from '../ui/lists/Divider.tsx'
import type { Placed } from './groups.ts'
import styles from './MessageItem.module.css'

/** A message of any kind of conversation. */
export interface ConversationItem {
  key: string
  side: 'in' | 'out'
  timeBar: boolean
}

/** Where a message stands in its conversation. */
export interface MessagePlace extends Placed {
  /** Whether it is the newest: its time and state are shown below it instead of at the end of its last line. */
  last: boolean
  /** Whether it is the one message in the Tab order. */
  tabStop: boolean
  position: number
  /** The total number; -1 while the first one isn't loaded. */
  size: number
}

interface MessageItemProps extends Omit<MessagePlace, 'last' | 'timed'> {
  item: ConversationItem
  /** When it was sent, in milliseconds since 1970. */
  then: number
  /** One of several people wrote it, so there is space for their picture before it. */
  several?: boolean
  /** Animates its arrival, for messages that arrive while the conversation is open. */
  fresh?: boolean
  selected?: boolean
  /** Highlighted for a moment: the user was taken here. */
  found?: boolean
  /** For screen readers. */
  label: string
  onKeyDown: KeyboardEventHandler
  /** Between the time bar and the message. */
  bar?: ReactNode
  children: ReactNode
}

/** One message of a conversation: its bubble, the bars above, the text below, and the space before the next day. */
export function MessageItem(props: MessageItemProps) {
  const {
    item,
    then,
    joined,
    close,
    dayEnds,
    fresh = false,
    found = false,
    several = false,
    selected = false,
    label,
    tabStop,
    position,
    size,
    onKeyDown,
    bar,
    children,
  } = props
  return (
    <article
      className={styles.row}
      data-side={item.side}
      data-close={close || undefined}
      data-joined={joined || undefined}
      data-several={several || undefined}
      data-fresh={fresh || undefined}
      data-found={found || undefined}
      data-selected={selected || undefined}
      data-key={item.key}
      tabIndex={tabStop ? 0 : -1}
      aria-label={label}
      aria-current={selected || undefined}
      aria-posinset={position}
      aria-setsize={size}
      onKeyDown={onKeyDown}
    >
      {item.timeBar && <TimeDivider time={new Date(then).toISOString()}>{hourOf(then)}</TimeDivider>}
      {bar}
      {children}
      {dayEnds && <DayBreak />}
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
