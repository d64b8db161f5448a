// Runs the main page's background work once it is shown: shares from other apps, the badge, SMS, phone notifications, presence, list ticks,
// offline use of the app, and the banner of a demonstration.

import type { Session } from '@waypost/client'
import { unreadCount } from '@waypost/client/notices/unread-count'
import { type ReactNode, Suspense } from 'react'
import { showBadge } from './browser/app/badge.ts'
import { isDemo } from './browser/app/demo.ts'
import { whenIdle } from './browser/clock.ts'
import { keepApp } from './page/app/keep-app.ts'
import { copyOf } from './push/labels.ts'
import { Arrivals } from './push/sharing/Arrivals.tsx'
import { beginLater } from './session/begin-later.ts'
import { othersOf } from './session/others.ts'
import { lazily } from './ui/lazily.tsx'

const DemoStrip = lazily(() => import('./page/demo/DemoStrip.tsx').then((module) => module.DemoStrip))

/** Starts everything for an open session. `draw` is called with what to show over the page. */
export function beginBackground(session: Session, draw: (over: ReactNode) => void): () => void {
  draw(
    <>
      <Arrivals />
      {isDemo() && (
        <Suspense fallback={null}>
          <DemoStrip />
        </Suspense>
      )}
    </>,
  )
  const stops = [
    unreadCount(session).subscribe((count) => void showBadge(count)),
    sendSms(session),
    beginLater(session, async () => {
      const { followOthers } = await import('@waypost/client/presence')
      return () => followOthers(session, (activities) => othersOf(session).set(activities))
    }),
    sendTicks(session),
    followPhones(session),
    // Must not delay the first page.
    beginWhenIdle(() => keepApp(session, copyOf)),
  ]
  return () => {
    for (const stop of stops) stop()
    draw(undefined)
  }
}

/** While a device of the account sends SMS, texts are sent and announced in every section. */
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

/** Once a phone mirrors its notifications, they are known in every section. */
function followPhones(session: Session): () => void {
  let stop: (() => void) | undefined
  const end = session.device.$all.subscribe((devices) => {
    if (stop || !devices.some(({ mirroring }) => mirroring === 'enabled')) return
    stop = beginLater(session, async () => {
      const { closeFromPhone, fromPhoneOf } = await import('./session/session-from-phone.ts')
      return () => {
        fromPhoneOf(session)
        return () => closeFromPhone(session)
      }
    })
  })
  return () => {
    end()
    stop?.()
  }
}

/** Sends list ticks made before the page was loaded. */
function sendTicks(session: Session): () => void {
  return beginLater(session, async () => {
    const lists = await import('./push/list/ListPush.tsx')
    return () => lists.sendTicks(session)
  })
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
