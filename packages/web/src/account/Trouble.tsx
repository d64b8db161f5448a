// Draws what went wrong on a card.

import { CircleAlert } from 'lucide-react'
import styles from './Card.module.css'

/** An alert with its icon, which screen readers announce at once. */
export function Trouble({ text }: { text: string }) {
  return (
    <p role="alert" className={styles.alert}>
      <CircleAlert size={20} aria-hidden="true" />
      {text}
    </p>
  )
}
