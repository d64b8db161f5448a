import type { AccessToken } from '@waypost/protocol'
import { nameOfPlace } from '../../format/place.ts'
import { timeAgo } from '../../format/time.ts'
import { i18n } from '../../ui/language.ts'
import { tokenLine } from './en.ts'

const messages = i18n('token-line', tokenLine)

/** Where and when a token was last used: 'Netherlands · Last used: 5 minutes ago'. */
export function lineOfToken({ place, last_used }: Pick<AccessToken, 'place' | 'last_used'>, now: number): string {
  const t = messages.get()
  const used = last_used === undefined ? t.unused : t.used({ time: timeAgo(last_used * 1_000, now) })
  return [place && nameOfPlace(place), used].filter(Boolean).join(' · ')
}
