// Says on every page that an administrator is signed in to the account for support.

import { useStore } from '@nanostores/react'
import { LifeBuoy } from 'lucide-react'
import { $supportSession } from '../session/support.ts'
import { i18n, params } from '../ui/language.ts'
import styles from './SupportStrip.module.css'

const messages = i18n('support-strip', {
  label: 'Session for support',
  signedIn: params('You are signed in as {name} for support'),
  end: 'End',
})

/** A line above everything else, with a button that ends the session. Nothing in other sessions. */
export function SupportStrip() {
  const t = useStore(messages)
  const support = useStore($supportSession)
  if (!support) return null
  return (
    <section aria-label={t.label} className={styles.strip}>
      <LifeBuoy size={18} aria-hidden="true" />
      <p dir="auto">{t.signedIn({ name: support.name })}</p>
      <button type="button" className={styles.end} onClick={support.end}>
        {t.end}
      </button>
    </section>
  )
}
