// Tells how the user reacted to a message.

import type { Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'

/** The user's own reaction, if any. */
export function ownReaction(session: Session, { reactions = {} }: Push): string | undefined {
  const own = session.$account.get()?.email_normalized
  return Object.keys(reactions).find((emoji) => own !== undefined && reactions[emoji]?.includes(own))
}
