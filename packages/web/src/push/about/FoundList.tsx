import { useStore } from '@nanostores/react'
import type { FoundWithin } from '@waypost/client/search/search-within'
import type { Push } from '@waypost/protocol'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useSeen } from '../../browser/in-view.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './About.module.css'
import { foundWithin } from './en.ts'

const messages = i18n('found-within', foundWithin)

interface FoundListProps {
  found: FoundWithin
  /** Shown if nothing is found. */
  none: string
  onLoadMore: () => void
  row: (push: Push) => ReactNode
  /** Draws a grid instead of rows. */
  className?: string | undefined
}

/** The results of a search in a conversation; more load when the end comes into view. */
export function FoundList({ found: { pushes, state }, none, onLoadMore, row, className }: FoundListProps) {
  const t = useStore(messages)
  return (
    <>
      {state === 'offline' && <p className={styles.note}>{t.offline}</p>}
      {pushes.length > 0 && (
        <ul className={className}>
          {pushes.map((push) => (
            <li key={push.iden}>{row(push)}</li>
          ))}
        </ul>
      )}
      {pushes.length === 0 && (state === 'done' || state === 'offline') && <p className={styles.empty}>{none}</p>}
      {state === 'loading' && <Spinner label={t.loading} visibleLabel />}
      {state === 'more' && <End key={pushes.length} onSeen={onLoadMore} />}
      {state === 'failed' && (
        <div role="alert" className={styles.empty}>
          <p>{t.failed}</p>
          <Button onClick={onLoadMore}>{t.again}</Button>
        </div>
      )}
    </>
  )
}

/** Reports when the end of the list comes into view. */
function End({ onSeen }: { onSeen: () => void }) {
  const { ref, seen } = useSeen<HTMLDivElement>()
  const report = useEffectEvent(onSeen)
  useEffect(() => {
    if (seen) report()
  }, [seen])
  return <div ref={ref} className={styles.end} />
}
