import { useStore } from '@nanostores/react'
import { LifeBuoy } from 'lucide-react'
import type { $supportSession } from '../session/support.ts'
import { i18n } from '../ui/language.ts'
import { supportStrip } from './en.ts'
import styles from './Frame.module.css'

const messages = i18n('support-strip', supportStrip)

/** A line above everything else, with a button that ends the support session. */
export function SupportStrip({ support }: { support: NonNullable<ReturnType<(typeof $supportSession)['get']>> }) {
  const t = useStore(messages)
  return (
    <section aria-label={t.label} className={styles.support}>
      <LifeBuoy size={18} aria-hidden="true" />
      <p dir="auto">{t.signedIn({ name: support.name })}</p>
      <button type="button" className={styles.end} onClick={support.end}>
        {t.end}
      </button>
    </section>
  )
}
