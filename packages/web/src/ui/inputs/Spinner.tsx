import { useEffect, useRef, useState } from 'react'
import styles from './Spinner.module.css'

const showAfter = 200
const showAtLeast = 400

/** True once something has been busy for 200 ms, and then for at least 400 ms, to avoid flicker. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (busy === slow) return
    const wait = busy ? showAfter : Math.max(0, since.current + showAtLeast - performance.now())
    const timer = setTimeout(() => {
      since.current = performance.now()
      setSlow(busy)
    }, wait)
    return () => clearTimeout(timer)
  }, [busy, slow])
  return slow
}

/** Three moving dots, without text. */
export function Dots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

/** A spinner that appears after a moment. Reserve its space, so the layout doesn't shift. */
export function Spinner({ label, visibleLabel = false }: { label: string; visibleLabel?: boolean }) {
  const slow = useSlow(true)
  return (
    <div className={styles.spinner} role="status">
      {slow && (
        <>
          <Dots />
          <span className={visibleLabel ? styles.label : 'hidden-words'}>{label}</span>
        </>
      )}
    </div>
  )
}
