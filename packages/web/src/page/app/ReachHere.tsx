// Turns notifications in this browser on and off, including those that arrive while no page is open.

import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { Bell, BellOff } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { mustInstall } from '../../browser/app/install.ts'
import { $notificationsAllowed } from '../../browser/app/notifications.ts'
import { canWebPush } from '../../browser/app/web-push.ts'
import { useSession } from '../../session/context.ts'
import { reachWhenClosed, stopReaching, thisDevice } from '../../session/this-device.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { reachHere } from './en.ts'
import { InstallOnIos } from './InstallOffer.tsx'
import styles from './ReachHere.module.css'

const messages = i18n('reach-here', reachHere)

/** Notifications in this browser, with a button: the browser only asks for permission on a user gesture. */
export function ReachHere() {
  const t = useStore(messages)
  const session = useSession()
  const allowed = useStore($notificationsAllowed)
  const $device = useMemo(() => thisDevice(session), [session])
  const reached = useStore($device)?.web_push === true
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function run(work: () => Promise<string | undefined>) {
    setBusy(true)
    setTrouble(undefined)
    try {
      setTrouble(await work())
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setTrouble(`${t.failed} ${error.message}`)
    }
    setBusy(false)
  }

  const turnOn = () => run(async () => ((await reachWhenClosed(session)) === 'service' ? t.service : undefined))
  const turnOff = () => run(async () => void (await stopReaching(session)))
  const button = (label: string, icon: ReactNode, kind: 'primary' | 'quiet', work: () => void) => (
    <Button kind={kind} icon={icon} busy={busy} onClick={work}>
      {label}
    </Button>
  )
  const bell = <Bell size={18} aria-hidden="true" />

  if (mustInstall())
    return (
      <Stack gap={3} className={styles.place}>
        <p>{t.ios}</p>
        <InstallOnIos />
      </Stack>
    )
  return (
    <Stack gap={3} className={styles.place}>
      {allowed === 'default' && button(t.allow, bell, 'primary', () => void turnOn())}
      {allowed === 'granted' && <p className={styles.note}>{reached ? t.closed : t.open}</p>}
      {allowed === 'granted' &&
        canWebPush() &&
        (reached
          ? button(t.stop, <BellOff size={18} aria-hidden="true" />, 'quiet', () => void turnOff())
          : button(t.reach, bell, 'primary', () => void turnOn()))}
      {(allowed === 'denied' || allowed === 'missing' || allowed === 'insecure') && (
        <p role="status" className={styles.blocked}>
          {t[allowed]}
        </p>
      )}
      <div role="alert">{trouble && <p className={styles.blocked}>{trouble}</p>}</div>
    </Stack>
  )
}
