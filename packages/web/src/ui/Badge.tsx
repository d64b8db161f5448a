import { useStore } from '@nanostores/react'
import { BellOff, Pin } from 'lucide-react'
import styles from './Badge.module.css'
import { badge } from './en.ts'
import { i18n } from './language.ts'

const messages = i18n('badge', badge)

/** The number of new items, up to '9+'. */
export function CountBadge({ count: number }: { count: number }) {
  const t = useStore(messages)
  if (number < 1) return null
  return (
    <span className={styles.count}>
      <bdi dir="ltr" aria-hidden="true">
        {number > 9 ? '9+' : number}
      </bdi>
      <span className="hidden-words">{number > 9 ? t.manyUnread : t.unread(number)}</span>
    </span>
  )
}

/** The dot of a conversation marked as unread. */
export function MarkedBadge() {
  const t = useStore(messages)
  return (
    <span className={styles.marked}>
      <span className="hidden-words">{t.marked}</span>
    </span>
  )
}

export function MutedBadge() {
  const t = useStore(messages)
  return (
    <span className={styles.muted}>
      <BellOff size={16} aria-hidden="true" />
      <span className="hidden-words">{t.muted}</span>
    </span>
  )
}

export function PinnedBadge() {
  const t = useStore(messages)
  return (
    <span className={styles.muted}>
      <Pin size={14} aria-hidden="true" />
      <span className="hidden-words">{t.pinned}</span>
    </span>
  )
}
