// Draws the link under a list that adds an item to it.

import type { ReactNode } from 'react'
import styles from './List.module.css'

interface AddItemProps {
  href: string
  icon: ReactNode
  current: boolean
  className?: string | undefined
  children: ReactNode
}

/** The link under a list that adds an item to it. */
export function AddItem({ href, icon, current, className = '', children }: AddItemProps) {
  return (
    <a href={href} className={`${styles.add} ${className}`} aria-current={current ? 'page' : undefined}>
      <span className={styles.plus}>{icon}</span>
      <span className={styles.addWords}>{children}</span>
    </a>
  )
}
