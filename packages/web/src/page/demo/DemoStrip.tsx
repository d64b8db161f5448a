import { useStore } from '@nanostores/react'
import { i18n } from '../../ui/language.ts'
import styles from './DemoStrip.module.css'
import { demo } from './en.ts'

const messages = i18n('demo', demo)

/** The line above the main page of a demonstration. */
export function DemoStrip() {
  const t = useStore(messages)
  return (
    <aside aria-label={t.label} className={styles.strip}>
      {t.nothing}
    </aside>
  )
}
