import type { Session } from '@waypost/client'
import { $focused } from '../browser/attention.ts'
import { secureImage } from '../browser/images.ts'
import { notify } from '../browser/notifications.ts'
import { isOpen, open, textItem } from '../route.ts'
import { closeTexts, textsOf } from './texts.ts'

/**
 * Sends what was written and shows what comes in as notifications of the system, whatever section is open. A conversation that somebody is
 * looking at is not told of. The answer ends it.
 */
export function keepTexting(session: Session): () => void {
  const texts = textsOf(session)
  const stops = [
    texts.onNotice(({ device, thread_id, title, body, timestamp, image_url }) => {
      const item = textItem(device, thread_id)
      if (isOpen('sms', item) && $focused.get()) return
      notify({
        // Several windows tell of the same message; the system shows it once.
        tag: `sms ${item} ${timestamp}`,
        title,
        body,
        icon: secureImage(image_url) ?? '/img/deviceicons/phone.png',
        onClick: () => open('sms', item),
      })
    }),
    // Only what is listened to is kept up to date.
    $focused.listen(() => {}),
  ]
  return () => {
    for (const stop of stops) stop()
    closeTexts(session)
  }
}
