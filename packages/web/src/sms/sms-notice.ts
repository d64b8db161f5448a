// Makes the notification of an incoming SMS, the same for an open window and for the service worker.

import type { SmsChanged } from '@waypost/protocol'
import type { Notice } from '../browser/app/shown-notices.ts'
import { boundedImage } from '../browser/bounded-images.ts'

type IncomingSms = SmsChanged['notifications'][number] & { device: string }

/** The notification of an SMS. Those of one conversation are shown together. */
export function smsNotice({ device, thread_id, title, body, timestamp, image_url }: IncomingSms): Notice {
  return {
    tag: `sms ${device} ${thread_id}`,
    title,
    body,
    icon: boundedImage(image_url) ?? '/img/deviceicons/phone.png',
    data: {
      place: `#sms/${encodeURIComponent(device)}/${encodeURIComponent(thread_id)}`,
      // Several windows may notify of the same message; it is shown once.
      iden: `sms ${device} ${thread_id} ${timestamp}`,
      together: title,
    },
  }
}
