import { type ReactNode, useId } from 'react'
import styles from './Settings.module.css'

/** One topic of a tab: its name, what it is about, and what can be done. */
export function Topic({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.sectionTitle}>
        {title}
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
