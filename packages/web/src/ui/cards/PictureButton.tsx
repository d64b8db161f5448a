import type { ReactNode } from 'react'
import styles from './PictureButton.module.css'

interface PictureButtonProps {
  label: string
  tabIndex?: number
  onClick: () => void
  /** The picture, which fills it. */
  children: ReactNode
}

/** A picture that a click enlarges. It fills its box, whose corners it has. */
export function PictureButton({ label, tabIndex, onClick, children }: PictureButtonProps) {
  return (
    <button type="button" className={styles.open} tabIndex={tabIndex} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
