// Shows which devices have the same encryption password as this browser.

import { useStore } from '@nanostores/react'
import { compareKeys, type KeyMatch } from '@waypost/client/session/key/fingerprint'
import { ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { nameInWords } from '../../format/names.ts'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { TargetAvatar } from '../../target/TargetAvatar.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './Encryption.module.css'

const messages = i18n('encryption-devices', {
  title: 'Your devices',
  lead: 'Devices tell each other a fingerprint of their password, never the password.',
  empty: 'No devices yet.',
  same: 'The same password',
  different: 'Another password: it cannot read what is encrypted here, nor this browser what it encrypts',
  'missing-here': 'It has a password and this browser has none: this browser cannot read what it encrypts',
  'missing-there': 'No password: it cannot read what is encrypted here',
  none: 'No password',
})

const icons: Record<KeyMatch, typeof ShieldCheck> = {
  same: ShieldCheck,
  different: ShieldAlert,
  'missing-here': ShieldAlert,
  'missing-there': ShieldOff,
  none: ShieldOff,
}

/** Which devices have the key of this browser. */
export function EncryptionDevices() {
  const t = useStore(messages)
  const session = useSession()
  const devices = useStore(session.target.$devices)
  const own = useStore(session.encryption.$fingerprint)
  const all = useStore(session.device.$all)
  const theirs = new Map(all.map(({ iden, key_fingerprint }) => [iden, key_fingerprint]))
  return (
    <Topic title={t.title} lead={t.lead}>
      {devices.length === 0 && <p className={styles.empty}>{t.empty}</p>}
      <ul className={styles.devices}>
        {devices.map((target) => {
          const state = compareKeys(own, theirs.get(target.key))
          const Icon = icons[state]
          return (
            <li key={target.key} className={styles.device} data-state={state}>
              <TargetAvatar target={target} />
              <div className={styles.words}>
                <strong dir="auto">{nameInWords(target)}</strong>
                <span className={styles.key}>
                  <Icon size={16} aria-hidden="true" />
                  {t[state]}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </Topic>
  )
}
