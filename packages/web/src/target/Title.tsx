import styles from './ThreadHeader.module.css'

/** The one `h1` of the page. */
export function Title({ children }: { children: string }) {
  return (
    <h1 className={styles.title} tabIndex={-1} dir="auto" data-title="">
      {children}
    </h1>
  )
}
