// Draws the badges of a list item: the unread count, and the icon for muted.

import { useStore } from '@nanostores/react'
import { BellOff } from 'lucide-react'
import styles from './Badge.module.css'
import { count, i18n } from './language.ts'

const messages = i18n('badge', {
  unread: count({ one: '{count} unread', other: '{count} unread' }),
  manyUnread: 'more than 9 unread',
  muted: 'Muted',
})

/** The number of new items, up to '9+'. */
export function CountBadge({ count: number }: { count: number }) {
  const t = useStore(messages)
  if (number < 1) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{number > 9 ? '+' : number}</span>
      <span className="hidden-words">{number > 9 ? t.manyUnread : t.unread(number)}</span>
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
