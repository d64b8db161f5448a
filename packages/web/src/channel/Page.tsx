import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** The place of everything on a page about channels. `narrow` where one reads or writes rather than looks around. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <div className={narrow ? `${styles.inside} ${styles.narrow}` : styles.inside}>{children}</div>
    </main>
  )
}
