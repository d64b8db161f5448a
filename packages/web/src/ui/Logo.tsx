import { useStore } from '@nanostores/react'
import { $server } from '../browser/server-facts.ts'
import styles from './Logo.module.css'

/** The logo: a bubble with another one behind it. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg viewBox="0 0 36 36" width={size} height={size} className={styles.mark} aria-hidden="true">
      <path className={styles.behind} d="M22 9h3a8 8 0 0 1 8 8v4a8 8 0 0 1-8 8h-3z" />
      <path className={styles.plate} d="M1 13a9 9 0 0 1 9-9h10a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9H3a2 2 0 0 1-2-2z" />
    </svg>
  )
}

/** The picture of the server, or the logo. */
export function ServerMark({ size = 36 }: { size?: number }) {
  const { picture } = useStore($server)
  return picture ? <img src={picture} alt="" width={size} height={size} className={styles.picture} /> : <Mark size={size} />
}

/** The picture and the name of the server. */
export function Logo() {
  const { name } = useStore($server)
  return (
    <span className={styles.logo}>
      <ServerMark />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </span>
  )
}
