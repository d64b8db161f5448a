import type { Session, Target } from '@waypost/client'
import type { Device, Push } from '@waypost/protocol'
import { closeShown, notify } from '../../browser/app/notifications.ts'
import { boundedImage } from '../../browser/bounded-images.ts'
import { openInNewTab } from '../../browser/popups.ts'
import { open } from '../../route.ts'
import { loadLabels } from '../carried/drawn-labels.ts'
import { noticeOf } from './notice.ts'

/** Shows the notification of a push, if permission has been granted; a click opens its conversation. */
export async function showPush(session: Session, push: Push, target: Target): Promise<() => void> {
  const icon = boundedImage(push.sender_image_url) ?? boundedImage(target.image_url) ?? iconOf(target)
  const emoji = push.labels && (await loadLabels())?.(push.labels).emoji
  const notice = noticeOf(push, { name: target.name, icon, emoji })
  const { leadsTo } = notice.data
  return notify({
    ...notice,
    onClick: () => (leadsTo === undefined ? open(session.target.sectionOf(target), target.key) : openInNewTab(leadsTo)),
  })
}

/** Closes the notification of a push, whichever window showed it, or the service worker. */
export function closePush({ iden }: Push): void {
  closeShown([iden])
}

/** Icons by the `icon` or `type` of a device; other devices are desktops. */
const kinds: Record<string, string> = {
  phone: 'phone',
  tablet: 'phone',
  watch: 'phone',
  android: 'phone',
  ios: 'phone',
  browser: 'browser',
  website: 'browser',
  chrome: 'browser',
  firefox: 'browser',
  opera: 'browser',
  safari: 'browser',
  system: 'system',
}

/** The path of a target's default picture, for notifications. */
export function iconOf({ type, obj }: Target): string {
  return `/img/deviceicons/${nameOf(type, obj as Device | undefined)}.png`
}

function nameOf(type: Target['type'], device: Device | undefined): string {
  if (type === 'me') return 'everything'
  if (type === 'channel' || type === 'subscription') return 'channel'
  if (type === 'grant' || type === 'source') return 'system'
  if (type === 'device') return kinds[device?.icon ?? ''] ?? kinds[device?.type ?? ''] ?? 'desktop'
  return 'user'
}
