import { conversationOf, notifiesAnybody, type Push } from '@waypost/protocol'
import type { AutoOpenSettings } from '../../settings/auto-open.ts'

type WebUrl = (text: string | undefined) => string | undefined

/**
 * The address that a push opens automatically; undefined if it opens none. It must be a web address, not dismissed, and sent either by
 * another of the account's devices to this one alone, or by a person whose links were chosen to open.
 */
export function opensByItself(
  push: Push,
  device: string,
  { openLinksHere, openLinksFrom }: Pick<AutoOpenSettings, 'openLinksHere' | 'openLinksFrom'>,
  webUrl: WebUrl,
): string | undefined {
  // A push that came back as a reminder has been here before.
  if (!notifiesAnybody(push) || push.reminded !== undefined) return undefined
  const { direction, source_device_iden: from, target_device_iden: to, sender_email_normalized: sender = '' } = push
  const isHere = openLinksHere && direction === 'self' && to === device && from !== device
  const isTheirs = direction === 'incoming' && conversationOf(push) === `email:${sender}` && openLinksFrom.includes(sender)
  return isHere || isTheirs ? webUrl(push.url) : undefined
}

/** In milliseconds. Links opened within this time count as opened at once. */
const atOnce = 30_000

/** How many more links may open now. @param openedAt when the last ones opened, in milliseconds */
export const mayOpen = (openedAt: readonly number[], most: number, now: number): number =>
  Math.max(0, most - openedAt.filter((at) => at <= now && now - at < atOnce).length)
