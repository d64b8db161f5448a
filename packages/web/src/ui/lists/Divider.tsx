import styles from './Divider.module.css'

/** A time bar between messages that are far apart. */
export function TimeDivider({ time, children }: { time: string; children: string }) {
  return (
    <div className={styles.time}>
      <time dateTime={time}>{children}</time>
    </div>
  )
}

/** In pixels. */
const breakHeight = 42

/**
 * Between two days, and above the first: the space for a pill. It belongs to the row above, so rows keep their heights when earlier ones
 * are added.
 */
export function DayBreak() {
  return <div className={styles.dayBreak} style={{ blockSize: breakHeight }} />
}

interface DayPillProps {
  /** The range of the day's messages in their pane, in pixels. */
  start: number
  height: number
  children: string
}

/** The name of a day, over its messages. Screen readers read the day with each message. */
export function DayPill({ start, height, children }: DayPillProps) {
  return (
    <div className={styles.day} style={{ insetBlockStart: start - breakHeight, blockSize: height }} aria-hidden="true">
      <span className={styles.dayPill}>{children}</span>
    </div>
  )
}

/** The bar before the first unseen message, with their number. */
export function NewDivider({ children }: { children: string }) {
  return (
    <div className={styles.new}>
      <bdi>{children}</bdi>
    </div>
  )
}
