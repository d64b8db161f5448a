import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { Link } from 'wouter'
import { $now } from '../browser/clock.ts'
import { clockOf } from '../format/time.ts'
import { Bubble } from '../ui/Bubble.tsx'
import type { RowActions } from './actions.ts'
import styles from './Post.module.css'
import { isCard, PushBody } from './PushBody.tsx'
import { labelOf } from './words.ts'

interface PostProps {
  push: Push
  /** What the channel is called. */
  channel: string
  /** The address of this post alone. */
  href: string
}

/** What a channel posted, outside of any conversation: it can be read, and nothing else. */
export function Post({ push, channel, href }: PostProps) {
  const now = useStore($now)
  const then = push.created * 1_000
  const time = clockOf(then, now)
  const row: HistoryItem = { key: push.iden, push, side: 'in', state: 'settled', timeBar: false }
  return (
    <article className={styles.post} aria-label={labelOf(row, channel, time)}>
      <Bubble side="in" shape={isCard(row) ? 'card' : 'text'}>
        <PushBody row={row} actions={nothing} />
      </Bubble>
      <Link href={href} className={styles.time ?? ''}>
        <time dateTime={new Date(then).toISOString()}>{time}</time>
      </Link>
    </article>
  )
}

const none = () => {}
const nothing: RowActions = {
  copy: none,
  open: none,
  retry: none,
  cancel: none,
  discard: none,
  remove: none,
  undo: none,
  hold: none,
}
