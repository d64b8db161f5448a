import type { SmsChanged } from '@waypost/protocol'
import type { Notice } from './notice.ts'

export type IncomingSms = SmsChanged['notifications'][number] & {
  device: string
  /** As it was reported, if it is shown among the texts of another device. */
  reported?: { device: string; thread_id: string }
}

/**
 * The notification of an SMS, the same for an open window, the service worker and the browser extension. Those of one conversation are shown
 * together.
 */
export function smsNotice({ device, thread_id, title, body, timestamp, reported }: IncomingSms, icon: string): Notice {
  // A closed window does not know that both are one phone, and its notification is replaced by that of an open one.
  const from = reported ?? { device, thread_id }
  return {
    tag: `sms ${from.device} ${from.thread_id}`,
    title,
    body,
    icon,
    data: {
      place: `#sms/${encodeURIComponent(device)}/${encodeURIComponent(thread_id)}`,
      // Several windows may notify of the same message; it is shown once.
      iden: `sms ${from.device} ${from.thread_id} ${timestamp}`,
      together: title,
    },
  }
}
