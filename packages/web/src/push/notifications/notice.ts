// Makes notifications with the texts and pictures of the web client, for an open window and for the service worker.

import type { Ephemeral } from '@waypost/client'
import type { Notice } from '@waypost/client/notices'
import { mirroredNotice as mirroredWith } from '@waypost/client/notices/mirrored-notice'
import { type NoticeSource, noticeOf as noticeWith } from '@waypost/client/notices/push-notice'
import type { NotifiedPush } from '@waypost/protocol'
import { boundedImage } from '../../browser/bounded-images.ts'
import { ownImage } from '../../browser/images.ts'
import { i18n } from '../../ui/language.ts'
import { pushTexts } from '../labels.ts'
import { notices } from './en.ts'

const messages = i18n('notices', notices)

/** The notification of a push. */
export function noticeOf(push: NotifiedPush, source: NoticeSource): Notice {
  const t = messages.get()
  return noticeWith(push, source, {
    ...pushTexts(),
    actions: t,
    reminder: (words) => t.reminder({ words }),
    boundedImage,
    ownImage,
  })
}

/** The notification for a mirrored one; undefined if it has no text. */
export const mirroredNotice = (mirrored: Ephemeral): Notice | undefined => mirroredWith(mirrored, messages.get())
