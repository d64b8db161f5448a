import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { settingsLoading } from './en.ts'
import styles from './Topic.module.css'
import { isFailure } from './use-loaded.ts'

const messages = i18n('settings-loading', settingsLoading)

interface LoadingProps<T> {
  loaded: T | { failed: string } | undefined
  onRetry: () => void
  children: (loaded: T) => ReactNode
}

/** The result of a call in all its states: loading, failed, loaded. */
export function Loading<T>({ loaded, onRetry, children }: LoadingProps<T>) {
  const t = useStore(messages)
  if (loaded === undefined) {
    return (
      <div className={styles.lead} role="status">
        <Spinner label={t.loading} visibleLabel />
      </div>
    )
  }
  if (isFailure(loaded)) {
    return (
      <Row gap={2} wrap className={styles.actions} role="alert">
        <p className={styles.lead}>{loaded.failed}</p>
        <Button onClick={onRetry}>{t.retry}</Button>
      </Row>
    )
  }
  return children(loaded)
}
