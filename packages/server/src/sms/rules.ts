// Applies the rules of texts: their content, and the monthly quota.

import { type Account, isBlank, limits, Refusal, type Taken, type updateText } from '@waypost/protocol'
import type { TextContent } from './rows.ts'

/** @throws Refusal when a text has no recipient or no content */
export function checkContent(data: TextContent, fileUrl: string | undefined): void {
  if (data.encrypted) {
    if (!data.ciphertext) throw Refusal.param('data', 'An encrypted text needs a ciphertext.')
    return
  }
  if (!data.addresses?.length) throw Refusal.param('data', 'A text needs at least one address.')
  if (data.addresses.some(isBlank)) throw Refusal.param('data', 'An address of this text is empty.')
  if (isBlank(data.message ?? '') && !fileUrl) throw Refusal.param('data', 'A text needs a message or a file.')
}

/** The content of a text with the given fields changed. */
export function mergedContent(before: TextContent, given: Taken<typeof updateText>['data']): TextContent {
  return { ...before, ...given } as TextContent
}

/** The month of a time in milliseconds, in UTC, such as `2025-04`. */
export const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7)

/** The start of the month after that of a time; both in milliseconds. */
export function nextMonth(time: number): Date {
  const date = new Date(time)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1))
}

/** The quota of a free account that has sent `count` texts this month. */
export function quotaAt(count: number): Account['reply_count_quota'] {
  if (count >= limits.free.textsPerMonth) return 'over_limit'
  return count >= limits.textsNearLimit ? 'near_limit' : undefined
}

/** The specification's sentence, with the details of the quota, and how to get more where Pro is sold. */
export function overQuota(count: number, time: number, sold = true): Refusal {
  const reset = nextMonth(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return new Refusal(
    'over_quota',
    "You've reached the free message limit for this month. " +
      `${count} of ${limits.free.textsPerMonth} messages are used; the count starts again on ${reset} (UTC).${sold ? ' Upgrade to the Pro plan to send unlimited messages.' : ''}`,
  )
}
