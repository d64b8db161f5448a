// Chooses the picture of a notification by the type of its target.

import type { Target } from '@waypost/client'
import type { Device } from '@waypost/protocol'

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
  if (type === 'grant') return 'system'
  if (type === 'device') return kinds[device?.icon ?? ''] ?? kinds[device?.type ?? ''] ?? 'desktop'
  return 'user'
}
