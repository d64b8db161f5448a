import styles from './PaneHeader.module.css'

/** The `h1` of a pane. */
export function PaneTitle({ children }: { children: string }) {
  return (
    <h1 className={styles.title} tabIndex={-1} dir="auto" data-title="">
      {children}
    </h1>
  )
}
