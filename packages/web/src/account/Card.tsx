import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { $server } from '../browser/server-facts.ts'
import { Logo } from '../ui/Logo.tsx'
import { i18n, params } from '../ui/language.ts'
import styles from './Card.module.css'

const messages = i18n('card', { home: params('{name}, home') })

/** A centered column, 400 px wide, for all pages of the sign-in. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const t = useStore(messages)
  const { name } = useStore($server)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="main" className={styles.page}>
      <div className={styles.card}>
        <Link href="/" aria-label={t.home({ name })} className={styles.home}>
          <Logo />
        </Link>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}
