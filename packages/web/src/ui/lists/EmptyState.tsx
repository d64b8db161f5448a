import type { ReactNode } from 'react'
import { lazily } from '../lazily.tsx'
import type { Drawing } from './EmptyDrawing.tsx'
import styles from './EmptyState.module.css'

// Preloaded, because one of them says that the network is down.
const EmptyDrawing = lazily(() => import('./EmptyDrawing.tsx').then((module) => module.EmptyDrawing), {
  soon: true,
  waiting: () => null,
})

interface EmptyStateProps {
  drawing: Drawing
  title: string
  children?: ReactNode
  action?: ReactNode
  /** `h1` if it is the title of its pane. */
  level?: 'h1' | 'h2'
}

/** An empty state: a drawing with a sentence below it, and what can be done. */
export function EmptyState({ drawing, title, children, action, level: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.drawing}>
        <EmptyDrawing name={drawing} />
      </div>
      <Heading className={styles.title} dir="auto">
        {title}
      </Heading>
      {children && <p className={styles.words}>{children}</p>}
      {action}
    </div>
  )
}
