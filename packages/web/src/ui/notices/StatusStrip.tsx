import styles from './StatusStrip.module.css'

/** A line with a status. It is always mounted, so that changes are announced. */
export function StatusStrip({ text, good = false }: { text: string | undefined; good?: boolean }) {
  return (
    <div role="status" className={styles.place}>
      {text && <p className={good ? `${styles.strip} ${styles.good}` : styles.strip}>{text}</p>}
    </div>
  )
}
