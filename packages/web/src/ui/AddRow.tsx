import type { ReactNode } from 'react'
import styles from './List.module.css'

interface AddRowProps {
  href: string
  icon: ReactNode
  current: boolean
  className?: string | undefined
  children: ReactNode
}

/** The line beside a list that leads to where one more is added. */
export function AddRow({ href, icon, current, className = '', children }: AddRowProps) {
  return (
    <a href={href} className={`${styles.add} ${className}`} aria-current={current ? 'page' : undefined}>
      <span className={styles.plus}>{icon}</span>
      <span className={styles.addWords}>{children}</span>
    </a>
  )
}
