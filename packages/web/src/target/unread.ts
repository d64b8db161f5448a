import type { Session, Target } from '@waypost/client'

/**
 * Whether a target can be marked as unread: it has messages of its own and isn't unread. Those of a device are among the notes to oneself.
 */
export const canBeUnread = ({ target: targets }: Session, target: Target): boolean =>
  target.type !== 'device' && targets.$last.get().has(target.key) && !targets.$unread.get().has(target.key)
