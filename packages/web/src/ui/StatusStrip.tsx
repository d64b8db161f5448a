import styles from './StatusStrip.module.css'

/** One line about how things are. It is always mounted, so that a change is spoken, and never takes the focus. */
export function StatusStrip({ text, good = false }: { text: string | undefined; good?: boolean }) {
  return (
    <div role="status" className={styles.place}>
      {text && <p className={good ? `${styles.strip} ${styles.good}` : styles.strip}>{text}</p>}
    </div>
  )
}
