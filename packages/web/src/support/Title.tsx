import { useEffect, useRef } from 'react'
import styles from './Support.module.css'

/** The `h1` of the page; it takes the focus. */
export function Title({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} data-title="" className={styles.title}>
      {children}
    </h1>
  )
}
