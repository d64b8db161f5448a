import { isShared, type Session, type Target } from '@waypost/client'
import type { Device, Source } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'
import { targetName } from './en.ts'

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

const messages = i18n('target-name', targetName)

/** The display name of a target: the user's own entry is 'Me'. */
export function nameOf(target: Target): string {
  return target.type === 'me' ? messages.get().me : target.name
}

/** In UTF-16 units. Longer texts don't fit into any line. */
const drawn = 300
const inSentence = 60

/** Cuts another person's text to the length a line can show. */
export const beginningOf = (text: string): string => clipped(text, drawn)

/** A name for use in a sentence: shortened, and without characters that change the text direction. */
export const nameInWords = (target: Target): string => inWords(nameOf(target))

/** `nameInWords` of any name. */
export const inWords = (name: string): string =>
  clipped(name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').replace(/\s+/g, ' '), inSentence)

/** The beginning of a text, in UTF-16 units, never splitting a surrogate pair. */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The line under the name in a list. */
export function lineOf(target: Target): string {
  if (target.type === 'me') return messages.get().justYou
  if (target.type === 'grant') return target.desc || messages.get().app
  if (target.type === 'device') return kindOf(target.obj as Device | undefined)
  if (target.type === 'source' && isShared(target.obj as Source)) return messages.get().shared({ name: target.desc })
  // All pages write a channel's tag with '@'.
  return target.type === 'channel' || target.type === 'subscription' ? target.desc.replace(/^#/, '@') : target.desc
}

/** The line below the name in a conversation's header. */
export function headLineOf(session: Session, target: Target): string {
  const t = messages.get()
  if (target.type === 'device') return deviceWords(target)
  const followers = target.type === 'channel' ? session.target.info(target).count : undefined
  if (target.type === 'me' || target.type === 'phone') return ''
  const line = lineOf(target)
  return followers === undefined ? line : t.two({ first: line, second: t.followers(followers) })
}

/** E.g. 'Samsung Galaxy S24, version 162'. */
function deviceWords(target: Target): string {
  const device = target.obj as Device | undefined
  const kind = kindOf(device)
  return device?.app_version ? messages.get().version({ device: kind, version: device.app_version }) : kind
}

/** Product names are the same in every language. */
function kindOf(device: Device | undefined): string {
  const made = [device?.manufacturer, device?.model].filter(Boolean).join(' ')
  return made || products[device?.type ?? ''] || device?.type || messages.get().device
}
