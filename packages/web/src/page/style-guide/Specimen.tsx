import type { ReactNode } from 'react'
import styles from './StyleGuide.module.css'

/** One component: its name, and its states in a row. */
export function Specimen({ name, column = false, children }: { name: string; column?: boolean; children: ReactNode }) {
  return (
    <div className={styles.specimen}>
      <h3>{name}</h3>
      <div className={column ? styles.column : styles.states}>{children}</div>
    </div>
  )
}
