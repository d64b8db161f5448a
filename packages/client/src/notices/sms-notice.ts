import type { SmsChanged } from '@waypost/protocol'
import type { Notice } from './notice.ts'

export type IncomingSms = SmsChanged['notifications'][number] & {
  device: string
  /** The device and thread as reported, if the SMS is shown under another device. */
  reported?: { device: string; thread_id: string }
}

/**
 * The notification of an SMS, shared by windows, the service worker and the browser extension. Notifications of one conversation are
 * grouped.
 */
export function smsNotice({ device, thread_id, title, body, timestamp, reported }: IncomingSms, icon: string): Notice {
  // A closed window does not know that both are one phone; the notification of an open window replaces its own.
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
