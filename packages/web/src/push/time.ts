import { limits } from '@waypost/protocol'
import { timeAgo } from '../target/time.ts'
import { i18n } from '../ui/language.ts'

export { clockOf, hourOf, timeAgo } from '../target/time.ts'

const messages = i18n('standing', { sent: 'Sent' })

/** How the last push of a conversation stands: 'Sent' while it is young and one's own, then how long ago. All in milliseconds. */
export function standing(side: 'in' | 'out', then: number, now: number): string {
  if (side === 'out' && now - then < limits.sentFor) return messages.get().sent
  return timeAgo(then, now)
}
