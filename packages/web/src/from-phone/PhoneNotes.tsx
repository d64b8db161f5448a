// Says why a phone's notifications can't be shown: away, no companion, no network, another password.

import { useStore } from '@nanostores/react'
import type { MirroredPhone } from '@waypost/client/from-phone'
import { Lock } from 'lucide-react'
import { $now } from '../browser/clock.ts'
import { $networkUp } from '../browser/network.ts'
import { clockOf } from '../format/time.ts'
import { UnlockForm } from '../page/UnlockForm.tsx'
import { hrefOf } from '../route.ts'
import { useSession } from '../session/context.ts'
import { fromPhoneOf } from '../session/session-from-phone.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row } from '../ui/layout/layout.tsx'
import { phoneNotes } from './en.ts'
import styles from './FromPhone.module.css'

const messages = i18n('phone-notes', phoneNotes)

/** One line for each phone with such a problem. */
export function PhoneNotes({ phones }: { phones: readonly MirroredPhone[] }) {
  const t = useStore(messages)
  const connection = useStore(useSession().$connection)
  const networkUp = useStore($networkUp)
  const sealed = phones.find(({ key }) => key === 'missing-here')
  if ((connection === 'offline' || !networkUp) && phones.length > 0)
    return (
      <p role="status" className={styles.note}>
        {t.offline}
      </p>
    )
  return (
    <>
      <div role="status">
        {phones.map((phone) => (
          <Note key={phone.device} phone={phone} />
        ))}
      </div>
      {sealed && <Unlock key={sealed.device} phone={sealed} />}
    </>
  )
}

function Note({ phone }: { phone: MirroredPhone }) {
  const t = useStore(messages)
  const now = useStore($now)
  const fromPhone = fromPhoneOf(useSession())
  const { name, state, connectedAt, key } = phone
  if (key === 'missing-here') return null
  if (key === 'different' || key === 'missing-there')
    return (
      <p className={styles.note}>
        {t[key]({ phone: name })} <a href={hrefOf('settings', 'encryption')}>{t.settings}</a>
      </p>
    )
  if (state === 'away')
    return (
      <p className={styles.note}>
        {connectedAt === undefined
          ? t.awaySince({ phone: name })
          : t.away({ phone: name, time: clockOf(connectedAt * 1_000, now) })}
      </p>
    )
  if (state !== 'silent') return null
  return (
    <p className={styles.note}>
      {t.silent({ phone: name })}{' '}
      <Button kind="quiet" onClick={fromPhone.ask}>
        {t.retry}
      </Button>
    </p>
  )
}

function Unlock({ phone }: { phone: MirroredPhone }) {
  const t = useStore(messages)
  const fromPhone = fromPhoneOf(useSession())
  return (
    <UnlockForm words={t} onUnlock={(password) => fromPhone.unlock(phone.device, password)}>
      <Row as="h2" gap={2} className={styles.sealed}>
        <Lock size={18} aria-hidden="true" />
        {t.sealed({ phone: phone.name })}
      </Row>
    </UnlockForm>
  )
}
