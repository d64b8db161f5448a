import type { Target } from '@waypost/client'
import type { Device } from '@waypost/protocol'
import { i18n, params } from '../ui/language.ts'

const products: Record<string, string> = {
  chrome: 'Chrome',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  windows: 'Windows',
  mac: 'Mac',
  android: 'Android',
  ios: 'iOS',
  linux: 'Linux',
}

const messages = i18n('target-name', {
  me: 'Me',
  justYou: 'Just you',
  device: 'Device',
  version: params('{device}, version {version}'),
})

/** What a target is called here: the person's own entry has no name of its own. */
export function nameOf(target: Target): string {
  return target.type === 'me' ? messages.get().me : target.name
}

/** The line under the name. */
export function lineOf(target: Target): string {
  if (target.type === 'me') return messages.get().justYou
  return target.type === 'device' ? kindOf(target.obj as Device | undefined) : target.desc
}

/** What a device is and runs, e.g. 'Samsung Galaxy S24, version 162'. */
export function deviceWords(target: Target): string {
  const device = target.obj as Device | undefined
  const kind = kindOf(device)
  return device?.app_version ? messages.get().version({ device: kind, version: device.app_version }) : kind
}

/** The names of products are the same in every language. */
function kindOf(device: Device | undefined): string {
  const made = [device?.manufacturer, device?.model].filter(Boolean).join(' ')
  return made || products[device?.type ?? ''] || device?.type || messages.get().device
}
