import type { ReactNode } from 'react'
import styles from './Page.module.css'

interface PageProps {
  /** One thing to do and nothing beside it. */
  single?: boolean
  /** Stands under everything, from edge to edge. */
  end?: ReactNode
  children: ReactNode
}

/** The place of everything on a page about Pro. */
export function Page({ single = false, end, children }: PageProps) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={single ? `${styles.inside} ${styles.single}` : styles.inside}>{children}</div>
      {end}
    </main>
  )
}
