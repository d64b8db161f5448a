import type { ReactNode } from 'react'
import { Frame } from '../Frame.tsx'
import styles from './Shell.module.css'

/** The frame of `/chat`: one conversation without header and lists. */
export function ChatWindow({ status, children }: { status: { text: string; good: boolean } | undefined; children: ReactNode }) {
  return (
    <Frame fixed status={status}>
      <main id="main" tabIndex={-1} className={styles.chat}>
        {children}
      </main>
    </Frame>
  )
}
