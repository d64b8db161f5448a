// Draws the floating link to the help site.

import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { i18n } from '../ui/language.ts'
import styles from './GetHelp.module.css'

const messages = i18n('get-help', { label: 'Get help' })

/** The distance between the button and a focused element that it would cover, in CSS pixels. */
const clear = 12

/** A floating link to the help site. It scrolls the page so that it never covers the focused element. */
export function GetHelp({ href }: { href: string }) {
  const t = useStore(messages)
  const button = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const uncover = () => {
      const focused = document.activeElement
      if (!focused || !button.current || focused === button.current || focused === document.body) return
      const over = button.current.getBoundingClientRect()
      const under = focused.getBoundingClientRect()
      const apart = under.right < over.left || under.left > over.right || under.bottom < over.top || under.top > over.bottom
      if (!apart) window.scrollBy({ top: under.bottom - over.top + clear, behavior: 'instant' })
    }
    // After the browser has scrolled it into view.
    const later = () => requestAnimationFrame(uncover)
    document.addEventListener('focusin', later)
    window.addEventListener('resize', later)
    return () => {
      document.removeEventListener('focusin', later)
      window.removeEventListener('resize', later)
    }
  }, [])
  return (
    <a ref={button} href={href} className={styles.help}>
      <span className={styles.mark} aria-hidden="true">
        ?
      </span>
      {t.label}
    </a>
  )
}
