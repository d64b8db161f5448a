// Asks for the permission to show notifications, in a step of the checklist.

import { useStore } from '@nanostores/react'
import { markSetup } from '@waypost/client/setup'
import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { $notificationsAllowed, askForNotifications, notify } from '../browser/notifications.ts'
import { useSession } from '../session/context.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import styles from './StepAction.module.css'

const messages = i18n('setup-notifications', {
  allow: 'Allow notifications',
  granted: 'Notifications are allowed in this browser. Press Done to go on.',
  denied:
    'Notifications are blocked for this page. To undo that, press the icon beside the address, open the permissions of this site, and allow notifications there. This step notices by itself.',
  missing:
    'This browser has no notifications. On an iPhone or iPad, add this page to the home screen first, and open it from there.',
  insecure: 'Browsers allow notifications only on addresses that begin with https. Ask the operator of this server.',
  sampleTitle: 'Notifications are on',
  sampleBody: 'This is what one looks like.',
})

/** Asks for the permission to show notifications, on a press only. */
export function AllowNotifications({ done }: { done: boolean }) {
  const t = useStore(messages)
  const session = useSession()
  const allowed = useStore($notificationsAllowed)
  const before = useRef(allowed)
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    const was = before.current
    before.current = allowed
    if (allowed !== 'granted' || was === 'granted') return
    void markSetup(session, 'notifications', 'Done')
    notify({ tag: 'setup', title: t.sampleTitle, body: t.sampleBody, onClick: () => {} })
  }, [session, allowed, t])

  async function ask() {
    setAsking(true)
    await askForNotifications()
    setAsking(false)
  }

  if (allowed === 'default')
    return (
      <Button kind="primary" icon={<Bell size={18} aria-hidden="true" />} busy={asking} onClick={() => void ask()}>
        {t.allow}
      </Button>
    )
  if (allowed === 'granted') return done ? null : <p className={styles.note}>{t.granted}</p>
  return (
    <p role="status" className={styles.blocked}>
      {t[allowed]}
    </p>
  )
}
