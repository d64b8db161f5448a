// Shows that there is no page at an address.

import { useStore } from '@nanostores/react'
import { ButtonLink } from '../../ui/inputs/Button.tsx'
import { Mark } from '../../ui/Logo.tsx'
import { i18n } from '../../ui/language.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import styles from '../landing/Landing.module.css'

const messages = i18n('not-found', { title: '404 Page not found', home: 'Home' })

export function NotFound() {
  const t = useStore(messages)
  return (
    <main id="main" tabIndex={-1} className={styles.centre}>
      <EmptyState level="h1" picture={<Mark size={56} />} title={t.title} action={<ButtonLink href="/">{t.home}</ButtonLink>} />
    </main>
  )
}
