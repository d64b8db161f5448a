import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** The layout of a page about channels. `narrow` is for reading and writing. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={narrow ? `${styles.inside} ${styles.narrow}` : styles.inside}>{children}</div>
    </main>
  )
}
