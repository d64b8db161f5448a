import { sentLabelMilliseconds } from '../../format/text-labels.ts'
import { timeAgo } from '../../format/time.ts'
import { i18n } from '../../ui/language.ts'
import { lastPushTimeWords } from './en.ts'

const messages = i18n('last-push-time', lastPushTimeWords)

/** The time below the last push of a conversation: 'Sent' for a recently sent push, then how long ago. All in milliseconds. */
export function lastPushTime(side: 'in' | 'out', then: number, now: number): string {
  if (side === 'out' && now - then < sentLabelMilliseconds) return messages.get().sent
  return timeAgo(then, now)
}
