// Draws the link and the photo of the demonstration on the root page. Both are drawings: nothing is loaded, and nothing can be pressed.

import styles from './LandingDrawing.module.css'

/** A link, as a conversation shows it. */
export function DrawnLink({ title, host }: { title: string; host: string }) {
  return (
    <p className={styles.link}>
      <strong>{title}</strong>
      <span>{host}</span>
    </p>
  )
}

/** A photo of a harbour in the evening, in the colours of the product. */
export function DrawnPhoto() {
  return (
    <svg viewBox="0 0 120 72" className={styles.photo} aria-hidden="true">
      <rect width="120" height="72" className={styles.sky} />
      <circle cx="86" cy="30" r="11" className={styles.sun} />
      <path d="M0 40 22 24 40 38 58 28 84 46 120 34V72H0Z" className={styles.hills} />
      <path d="M0 52q10 -4 20 0t20 0 20 0 20 0 20 0 20 0V72H0Z" className={styles.sea} />
      <path d="M34 50h22l-5 8H39ZM45 32v16M45 34l10 12H45Z" className={styles.boat} />
    </svg>
  )
}
