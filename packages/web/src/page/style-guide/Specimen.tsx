import type { ReactNode } from 'react'
import styles from './StyleGuide.module.css'

/** A component: its name and its states. */
export function Specimen({ name, column = false, children }: { name: string; column?: boolean; children: ReactNode }) {
  return (
    <div className={styles.specimen}>
      <h3>{name}</h3>
      <div className={column ? styles.column : styles.states}>{children}</div>
    </div>
  )
}
