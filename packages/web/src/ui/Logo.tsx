// Draws the logo, with and without the name.

import styles from './Logo.module.css'

/** The logo: a bubble with another one behind it. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg viewBox="0 0 36 36" width={size} height={size} className={styles.mark} aria-hidden="true">
      <path className={styles.behind} d="M22 9h3a8 8 0 0 1 8 8v4a8 8 0 0 1-8 8h-3z" />
      <path className={styles.plate} d="M1 13a9 9 0 0 1 9-9h10a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9H3a2 2 0 0 1-2-2z" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <Mark />
      Waypost
    </span>
  )
}
