import { useStore } from '@nanostores/react'
import type { Person } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'
import styles from './Admin.module.css'

const messages = i18n('admin-marks', { admin: 'Administrator', pro: 'Pro', suspended: 'Suspended' })

/** What is particular about a person: administrator, Pro, suspended. */
export function Marks({ person }: { person: Person }) {
  const t = useStore(messages)
  return (
    <span className={styles.marks}>
      {person.suspended !== undefined && (
        <span className={styles.mark} data-kind="danger">
          {t.suspended}
        </span>
      )}
      {person.admin ? (
        <span className={styles.mark}>{t.admin}</span>
      ) : (
        person.plan !== 'free' && <span className={styles.mark}>{t.pro}</span>
      )}
    </span>
  )
}
