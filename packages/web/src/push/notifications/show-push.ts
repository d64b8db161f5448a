// Shows a system notification of a push.

import type { Session, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { closeShown, notify } from '../../browser/app/notifications.ts'
import { boundedImage } from '../../browser/bounded-images.ts'
import { open } from '../../route.ts'
import { noticeOf } from './notice.ts'
import { iconOf } from './notification-icon.ts'

/** Shows the notification of a push, if permission was granted before; a press opens its conversation. Returns a function that closes it. */
export function showPush(session: Session, push: Push, target: Target): () => void {
  const icon = boundedImage(push.sender_image_url) ?? boundedImage(target.image_url) ?? iconOf(target)
  return notify({
    ...noticeOf(push, { name: target.name, icon }),
    onClick: () => open(session.target.sectionOf(target), target.key),
  })
}

/** Closes the notification of a push, whichever window or the service worker has shown it. */
export function closePush({ iden }: Push): void {
  closeShown([iden])
}
