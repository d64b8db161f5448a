import { computed, type ReadableAtom } from 'nanostores'
import type { Session } from '../session/session.ts'

/** The number of unread, unmuted conversations, for titles and badges. */
export function unreadCount({ target }: Pick<Session, 'target'>): ReadableAtom<number> {
  return computed(
    [target.$unread, target.$people, target.$following, target.$sources],
    (unread, ...lists) => unread.size - lists.flat().filter(({ muted, key }) => muted && unread.has(key)).length,
  )
}
