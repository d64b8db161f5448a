// Sends queued SMS and notifies of incoming ones, in every section.

import type { Session } from '@waypost/client'
import { $focused } from '../browser/attention.ts'
import { secureImage } from '../browser/images.ts'
import { notify } from '../browser/notifications.ts'
import { isOpen, open, smsItem } from '../route.ts'
import { closeSms, smsOf } from '../session/session-sms.ts'

/**
 * Sends queued SMS and shows incoming ones as system notifications, in every section. A conversation that is open in the focused window
 * gets no notification. Returns a function that stops.
 */
export function runSmsInBackground(session: Session): () => void {
  const texts = smsOf(session)
  const stops = [
    texts.onNotice(({ device, thread_id, title, body, timestamp, image_url }) => {
      const item = smsItem(device, thread_id)
      if (isOpen('sms', item) && $focused.get()) return
      notify({
        // Several windows may notify of the same message; the tag makes it one notification.
        tag: `sms ${item} ${timestamp}`,
        title,
        body,
        icon: secureImage(image_url) ?? '/img/deviceicons/phone.png',
        onClick: () => open('sms', item),
      })
    }),
    // An atom without listeners is not kept up to date.
    $focused.listen(() => {}),
  ]
  return () => {
    for (const stop of stops) stop()
    closeSms(session)
  }
}
