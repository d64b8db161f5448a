import styles from './Divider.module.css'

/** A line of time between messages that lie far apart. */
export function TimeDivider({ time, children }: { time: string; children: string }) {
  return (
    <div className={styles.time}>
      <time dateTime={time}>{children}</time>
    </div>
  )
}

/** Stands before the first message that nobody has seen. */
export function NewDivider({ children }: { children: string }) {
  return (
    <div className={styles.new}>
      <span>{children}</span>
    </div>
  )
}
