import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { Link } from 'wouter'
import { $now } from '../browser/clock.ts'
import { clockOf } from '../format/time.ts'
import { Bubble } from '../ui/cards/Bubble.tsx'
import { isCard, PushBody } from './item/PushBody.tsx'
import { labelOf } from './labels.ts'
import styles from './Post.module.css'

interface PostProps {
  push: Push
  /** The name of the channel. */
  channel: string
  href: string
}

/** A post of a channel outside of a conversation, read-only. */
export function Post({ push, channel, href }: PostProps) {
  const now = useStore($now)
  const then = push.created * 1_000
  const time = clockOf(then, now)
  const item: HistoryItem = { key: push.iden, push, side: 'in', state: 'settled', timeBar: false }
  return (
    <article className={styles.post} aria-label={labelOf(item, channel, time)}>
      <Bubble side="in" shape={isCard(item) ? 'card' : 'text'}>
        <PushBody item={item} actions={nothing} />
      </Bubble>
      <Link href={href} className={styles.time ?? ''}>
        <time dateTime={new Date(then).toISOString()}>{time}</time>
      </Link>
    </article>
  )
}

/** A post by somebody else has no upload to cancel. */
const nothing = { cancel() {}, retry() {} }
