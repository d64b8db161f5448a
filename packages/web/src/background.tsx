// Runs what the main page needs once it is shown: what other apps share, the number on the icon, SMS, the app that is kept on this device.

import type { Session } from '@waypost/client'
import type { ReactNode } from 'react'
import { showBadge } from './browser/app/badge.ts'
import { whenIdle } from './browser/clock.ts'
import { keepApp } from './page/app/keep-app.ts'
import { unreadCount } from './page/title.ts'
import { copyOf } from './push/labels.ts'
import { Arrivals } from './push/sharing/Arrivals.tsx'
import { beginLater } from './session/begin-later.ts'

/** Starts everything for an open session. `draw` is called with what stands over the page. Returns a function that stops. */
export function beginBackground(session: Session, draw: (over: ReactNode) => void): () => void {
  draw(<Arrivals />)
  const stops = [
    unreadCount(session).subscribe((count) => void showBadge(count)),
    sendSms(session),
    // The first page must not wait for it.
    beginWhenIdle(() => keepApp(session, copyOf)),
  ]
  return () => {
    for (const stop of stops) stop()
    draw(undefined)
  }
}

/** While a device of the account sends SMS, they are sent and announced in every section. */
function sendSms(session: Session): () => void {
  let stop: (() => void) | undefined
  const end = session.device.$all.subscribe((devices) => {
    const wanted = devices.some((device) => device.has_sms)
    if (wanted === (stop !== undefined)) return
    stop?.()
    stop = !wanted
      ? undefined
      : beginLater(session, async () => {
          const { runSmsInBackground } = await import('./sms/SmsSection.tsx')
          return () => runSmsInBackground(session)
        })
  })
  return () => {
    end()
    stop?.()
  }
}

function beginWhenIdle(begin: () => () => void): () => void {
  let stop = () => {}
  const cancel = whenIdle(2_000, () => {
    stop = begin()
  })
  return () => {
    cancel()
    stop()
  }
}
