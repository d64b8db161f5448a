import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { PageTitle } from '../page/PageTitle.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { pageOfChannels } from './en.ts'
import styles from './Page.module.css'

const messages = i18n('page-of-channels', pageOfChannels)

/** The layout of a page about channels. `narrow` is for reading and writing. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={narrow ? `${styles.inside} ${styles.narrow}` : styles.inside}>{children}</div>
    </main>
  )
}

/** The title of a page about channels. */
export function Title({ children }: { children: string }) {
  return (
    <PageTitle dir="auto" className={styles.title}>
      {children}
    </PageTitle>
  )
}

interface FailedProps {
  reason: string
  onRetry: () => void
  /** Whether a banner already announces the failure. */
  hasBanner?: boolean
  children?: ReactNode
}

/** Why channels couldn't be loaded, below a title or sentence if given, with a retry button. */
export function Failed({ reason, onRetry, hasBanner = false, children }: FailedProps) {
  const t = useStore(messages)
  return (
    <Stack gap={3} className={styles.notice}>
      {children}
      <p role={hasBanner ? undefined : 'alert'} className={styles.second}>
        {reason}
      </p>
      <Button onClick={onRetry}>{t.retry}</Button>
    </Stack>
  )
}
