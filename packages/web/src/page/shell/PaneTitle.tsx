import styles from './PaneHeader.module.css'

interface PaneTitleProps {
  /** Says the purpose of the pane; larger than the name of what is read in it, such as a conversation. */
  page?: boolean
  children: string
}

/** The `h1` of a pane. */
export function PaneTitle({ page = false, children }: PaneTitleProps) {
  return (
    <h1 className={styles.title} tabIndex={-1} dir="auto" data-title="" data-page={page || undefined}>
      {children}
    </h1>
  )
}
