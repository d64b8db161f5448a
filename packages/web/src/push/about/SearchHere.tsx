import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { lastLineOf } from '../../format/last-line.ts'
import { clockOf } from '../../format/time.ts'
import { useAnnouncedCount } from '../../ui/accessibility/announce.ts'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './About.module.css'
import { searchHere } from './en.ts'
import { FoundList } from './FoundList.tsx'
import { useFoundWithin, useShowMessage } from './within.ts'

const messages = i18n('search-here', searchHere)

/** Searches the messages of a conversation. */
export function SearchHere({ target, onMessage }: { target: Target; onMessage: () => void }) {
  const t = useStore(messages)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <search className={styles.search}>
      <TextField
        ref={field}
        label={t.label}
        hideLabel
        type="search"
        placeholder={t.label}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {words !== '' && <Results target={target} q={words} onMessage={onMessage} />}
    </search>
  )
}

function Results({ target, q, onMessage }: { target: Target; q: string; onMessage: () => void }) {
  const t = useStore(messages)
  const now = useStore($now)
  const { found, loadMore } = useFoundWithin(target, { q })
  const show = useShowMessage(target, onMessage)
  useAnnouncedCount(found.state === 'loading' ? undefined : found.pushes.length)
  const row = (push: Push) => (
    <button type="button" className={styles.row} onClick={() => void show(push)}>
      <span className={styles.words}>
        <small>
          {push.direction === 'outgoing' ? t.you : (push.sender_name ?? '')} <time>{clockOf(push.created * 1_000, now)}</time>
        </small>
        <span dir="auto" className={styles.clipped}>
          {lastLineOf(push).words}
        </span>
      </span>
    </button>
  )
  return <FoundList found={found} none={t.none} onLoadMore={loadMore} row={row} />
}
