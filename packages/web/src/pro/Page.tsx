import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/inputs/Button.tsx'
import { Row } from '../ui/layout/layout.tsx'
import styles from './Page.module.css'

interface PageProps {
  /** A single form or message, without further content. */
  single?: boolean
  /** At the bottom, over the full width. */
  end?: ReactNode
  children: ReactNode
}

/** The layout of a page about Pro. */
export function Page({ single = false, end, children }: PageProps) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={single ? `${styles.inside} ${styles.single}` : styles.inside}>{children}</div>
      {end}
    </main>
  )
}

/** An alert with its icon. */
export function Trouble({ words }: { words: string }) {
  return (
    <p role="alert" className={styles.trouble}>
      <CircleAlert size={20} aria-hidden="true" />
      <span>{words}</span>
    </p>
  )
}

/** Says that loading failed, with a retry button. */
export function Failed({ words, retry, onRetry }: { words: string; retry: string; onRetry: () => void }) {
  return (
    <Row gap={2} wrap>
      <p role="alert">{words}</p>
      <Button onClick={onRetry}>{retry}</Button>
    </Row>
  )
}
