// Draws what a list or pane without content shows.

import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  /** The picture at the end of the lane, e.g. an avatar. */
  picture: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `h1` if it is the title of its pane. */
  level?: 'h1' | 'h2'
}

/** An empty state: a picture at the end of a lane, with a sentence under it. */
export function EmptyState({ picture, title, children, action, level: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.drawing} aria-hidden="true">
        <svg viewBox="0 0 200 64" width="200" height="64" fill="none" className={styles.picture} aria-hidden="true">
          <path
            className={styles.lane}
            d="M13 4H44a12 12 0 0 1 12 12v2a6 6 0 0 0 6 6H200v16H62a6 6 0 0 0-6 6v2a12 12 0 0 1-12 12H5a4 4 0 0 1-4-4V16A12 12 0 0 1 13 4z"
          />
          <path className={styles.lines} d="M14 20H40M14 30H34" />
          <circle className={styles.dot} cx="92" cy="32" r="3" />
          <circle className={styles.dot} cx="126" cy="32" r="3" />
          <circle className={styles.dot} cx="160" cy="32" r="3" />
        </svg>
        {picture}
      </div>
      <Heading className={styles.title} dir="auto">
        {title}
      </Heading>
      {children && <p className={styles.words}>{children}</p>}
      {action}
    </div>
  )
}
