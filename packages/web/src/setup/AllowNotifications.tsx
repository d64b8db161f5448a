// Asks for the permission to show notifications, in a step of the checklist.

import { useStore } from '@nanostores/react'
import { markSetup } from '@waypost/client/setup'
import { useEffect, useRef } from 'react'
import { $notificationsAllowed, notify } from '../browser/app/notifications.ts'
import { ReachHere } from '../page/app/ReachHere.tsx'
import { useSession } from '../session/context.ts'
import { i18n } from '../ui/language.ts'

const messages = i18n('setup-notifications', {
  sampleTitle: 'Notifications are on',
  sampleBody: 'This is what one looks like.',
})

/** Turns notifications on, on a press only. The first one is an example, and the step is done. */
export function AllowNotifications() {
  const t = useStore(messages)
  const session = useSession()
  const allowed = useStore($notificationsAllowed)
  const before = useRef(allowed)
  useEffect(() => {
    const was = before.current
    before.current = allowed
    if (allowed !== 'granted' || was === 'granted') return
    void markSetup(session, 'notifications', 'Done')
    notify({
      tag: 'setup',
      title: t.sampleTitle,
      body: t.sampleBody,
      data: { place: '#setup/notifications' },
      onClick: () => {},
    })
  }, [session, allowed, t])
  return <ReachHere />
}
