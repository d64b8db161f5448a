import { ArrowDown } from 'lucide-react'
import styles from './JumpPill.module.css'

/** Above the place where one writes: something is further down. */
export function JumpPill({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.pill} onClick={onClick}>
      {children}
      <ArrowDown size={16} aria-hidden="true" />
    </button>
  )
}
