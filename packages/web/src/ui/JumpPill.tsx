import { ArrowDown } from 'lucide-react'
import styles from './JumpPill.module.css'

interface JumpPillProps {
  /** What it does, for those who hear it; shown where it stands alone. */
  label?: string
  /** What is further down, in words. */
  children?: string | undefined
  onClick: () => void
}

/** Above the place where one writes: the way to the end, and what came there. */
export function JumpPill({ label, children, onClick }: JumpPillProps) {
  return (
    <button
      type="button"
      className={children ? styles.pill : `${styles.pill} ${styles.round}`}
      {...(!children && { 'aria-label': label, title: label })}
      onClick={onClick}
    >
      {children}
      <ArrowDown size={children ? 16 : 20} aria-hidden="true" />
    </button>
  )
}
