// Draws the bars between messages: the time, and how many are new before the first unread one.

import styles from './Divider.module.css'

/** A time bar between messages that are far apart. */
export function TimeDivider({ time, children }: { time: string; children: string }) {
  return (
    <div className={styles.time}>
      <time dateTime={time}>{children}</time>
    </div>
  )
}

/** The height of a `DayBreak`, in pixels. */
const breakHeight = 42

/** Between two days, and above the first: the place of a pill. It belongs to what is above, so that rows keep their heights when earlier ones come. */
export function DayBreak() {
  return <div className={styles.dayBreak} style={{ blockSize: breakHeight }} />
}

interface DayPillProps {
  /** Where the messages of the day are in their pane, in pixels. */
  start: number
  height: number
  children: string
}

/** The name of a day, over its messages: at the top of the pane while they are scrolled under it. Screen readers hear the day with each message. */
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
