import type { Notice } from '@waypost/client/notices'
import { type IncomingSms, smsNotice as noticeWith } from '@waypost/client/notices/sms-notice'
import { boundedImage } from '../browser/bounded-images.ts'

/** The notification of an SMS with its picture, for an open window and for the service worker. */
export const smsNotice = (sms: IncomingSms): Notice =>
  noticeWith(sms, boundedImage(sms.image_url) ?? '/img/deviceicons/phone.png')
