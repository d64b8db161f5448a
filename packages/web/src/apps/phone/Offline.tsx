import { useStore } from '@nanostores/react'
import { $networkUp } from '../../browser/network.ts'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import styles from './AndroidPhone.module.css'
import { phoneOffline } from './en.ts'

const messages = i18n('phone-offline', phoneOffline)

/** Whether companions are unreachable because this browser is offline. */
export function useOffline(): boolean {
  const isUp = useStore($networkUp)
  return useStore(useSession().$connection) === 'offline' || !isUp
}

/** Shown while offline. */
export function Offline() {
  const t = useStore(messages)
  return (
    <p role="status" className={styles.note}>
      {t.offline}
    </p>
  )
}
