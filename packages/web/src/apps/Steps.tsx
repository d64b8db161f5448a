import type { ReactNode } from 'react'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Steps.module.css'

/** Numbered steps of an installation. */
export function Steps({ children }: { children: ReactNode }) {
  return (
    <Stack as="ol" gap={5} className={styles.steps}>
      {children}
    </Stack>
  )
}

/** A step: its instruction and any content. */
export function Step({ words, children }: { words: ReactNode; children?: ReactNode }) {
  return (
    <li>
      <p>{words}</p>
      {children}
    </li>
  )
}

/** Details that most people don't need, collapsed. */
export function More({ title, words, children }: { title: string; words?: string; children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary>{title}</summary>
      <Stack gap={2} className={styles.inside}>
        {words && <p className={styles.second}>{words}</p>}
        {children}
      </Stack>
    </details>
  )
}
