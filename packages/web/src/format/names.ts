import type { Session, Target } from '@waypost/client'
import type { Device } from '@waypost/protocol'
import { count, i18n, params } from '../ui/language.ts'

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
  app: 'App',
  followers: count({ one: '{count} follower', other: '{count} followers' }),
  two: params('{first} · {second}'),
  version: params('{device}, version {version}'),
})

/** What a target is called here: the person's own entry has no name of its own. */
export function nameOf(target: Target): string {
  return target.type === 'me' ? messages.get().me : target.name
}

/** More than fits into any line is not drawn, in UTF-16 units. */
const drawn = 300
const inSentence = 60

/** The beginning of a text that somebody else wrote, as far as a line can show it. */
export const beginningOf = (text: string): string => clipped(text, drawn)

/** A name for use within a sentence: not endless, and unable to turn the rest of the sentence around. */
export function nameInWords(target: Target): string {
  const name = nameOf(target)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
  return clipped(name, inSentence)
}

function clipped(text: string, most: number): string {
  if (text.length <= most) return text
  // Half of a letter that takes two units would be a letter of nobody's.
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The line under the name. */
export function lineOf(target: Target): string {
  if (target.type === 'me') return messages.get().justYou
  if (target.type === 'grant') return target.desc || messages.get().app
  if (target.type === 'device') return kindOf(target.obj as Device | undefined)
  // A channel's tag is written with this sign on every page that speaks of it.
  return target.type === 'channel' || target.type === 'subscription' ? target.desc.replace(/^#/, '@') : target.desc
}

/** The line under the name at the head of a conversation. */
export function headLineOf(session: Session, target: Target): string {
  const t = messages.get()
  if (target.type === 'device') return deviceWords(target)
  const followers = target.type === 'channel' ? session.target.info(target).count : undefined
  if (target.type !== 'channel' && target.type !== 'subscription' && target.type !== 'grant') return ''
  const line = lineOf(target)
  return followers === undefined ? line : t.two({ first: line, second: t.followers(followers) })
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
