import type { Session } from '@waypost/client'
import { notify } from '../browser/app/notifications.ts'
import { $focused } from '../browser/attention.ts'
import { isOpen, open, smsItem } from '../route.ts'
import { closeSms, smsOf } from '../session/session-sms.ts'
import { smsNotice } from './sms-notice.ts'

/**
 * Sends queued SMS and shows incoming ones as system notifications, in every section, except for a conversation open in the focused window.
 */
export function runSmsInBackground(session: Session): () => void {
  const texts = smsOf(session)
  const stops = [
    texts.onNotice((sms) => {
      const item = smsItem(sms.device, sms.thread_id)
      if (isOpen('sms', item) && $focused.get()) return
      notify({
        ...smsNotice(sms),
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
