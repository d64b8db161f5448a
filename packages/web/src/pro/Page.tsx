// Lays out a page about Pro.

import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface PageProps {
  /** A single form or message, without further content. */
  single?: boolean
  /** Content at the bottom, over the full width. */
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
