import { ArrowDown } from 'lucide-react'
import styles from './JumpPill.module.css'

interface JumpPillProps {
  /** The accessible name; shown if there is no other text. */
  label?: string
  /** The new messages below, as text. */
  children?: string | undefined
  onClick: () => void
}

/** The button above the form that scrolls to the end, with the number of new messages. */
export function JumpPill({ label, children, onClick }: JumpPillProps) {
  return (
    <button
      type="button"
      className={children ? styles.pill : `${styles.pill} ${styles.round}`}
      {...(!children && { 'aria-label': label, title: label })}
      onClick={onClick}
    >
      {children && <bdi>{children}</bdi>}
      <ArrowDown size={children ? 16 : 20} aria-hidden="true" />
    </button>
  )
}
