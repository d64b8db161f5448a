// Draws the bars between messages: the time, and 'New' before the first unread one.

import styles from './Divider.module.css'

/** A time bar between messages that are far apart. */
export function TimeDivider({ time, children }: { time: string; children: string }) {
  return (
    <div className={styles.time}>
      <time dateTime={time}>{children}</time>
    </div>
  )
}

/** The 'New' bar before the first unseen message. */
export function NewDivider({ children }: { children: string }) {
  return (
    <div className={styles.new}>
      <span>{children}</span>
    </div>
  )
}
