import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import styles from './CardPage.module.css'
import { Logo } from './Logo.tsx'
import { i18n } from './language.ts'

const messages = i18n('card-page', { product: 'Waypost, home' })

/** A page of one card, 480 wide. Whose page this is stands above it: people come here from other sites. */
export function CardPage({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <Link href="/" aria-label={messages.get().product} className={styles.product}>
        <Logo />
      </Link>
      <div className={styles.card}>{children}</div>
    </main>
  )
}

/** The one `h1` of the page. Reading starts here, and no press of Enter does anything yet. */
export function CardTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} data-title="" className={styles.title} dir="auto">
      {children}
    </h1>
  )
}
