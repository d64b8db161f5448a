import { addressOf } from '@waypost/client/sms/address'
import type { ThreadRecipient } from '@waypost/protocol'
import { i18n, region } from '../ui/language.ts'
import { smsLabels } from './en.ts'
import { inWords } from './names.ts'
import { timeAgo } from './time.ts'

/** How long the account's last push shows 'Sent'. */
export const sentLabelMilliseconds = 5 * 60_000

const messages = i18n('sms-labels', smsLabels)

/** 'Now' for a recent message, then how long ago. Both times in milliseconds since 1970. */
export function smsTime(then: number, now: number): string {
  return now - then < sentLabelMilliseconds ? messages.get().now : timeAgo(then, now)
}

/** `smsTime` for small places: from the day before only the date, unless it was less than an hour ago. */
export function shortTime(then: number, now: number): string {
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / day)
  if (days <= 0 || now - then < hour) return smsTime(then, now)
  if (days === 1) return messages.get().yesterday
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(region, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) }).format(then)
}

const hour = 3_600_000
const day = 24 * hour

/** The name of a conversation: up to two people by name, more as a number. */
export function nameOfThread(recipients: readonly ThreadRecipient[]): string {
  const names = namesOf(recipients)
  if (names.length === 0) return messages.get().noOne
  return names.length > 2 ? messages.get().people(names.length) : listed(names)
}

/** The line under the name: the number of a single person, the names of several. */
export function lineOfThread(recipients: readonly ThreadRecipient[]): string {
  const [first] = recipients
  if (recipients.length > 1) return listed(namesOf(recipients))
  return first?.name ? addressOf(first) : ''
}

const namesOf = (recipients: readonly ThreadRecipient[]): string[] =>
  recipients.map((recipient) => inWords(recipient.name || addressOf(recipient)))

const listed = (names: readonly string[]): string => new Intl.ListFormat(region, { type: 'conjunction' }).format(names)
