// Finds the message that ↑ in the empty field edits.

import type { Session, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { isEditable } from '../item/rules.ts'

/** The newest loaded message of a conversation that the user can edit; undefined if there is none. */
export function lastEditable(session: Session, target: Target): Push | undefined {
  const { items } = session.push.history(target).get()
  return items.findLast(({ push, state }) => state === 'settled' && isEditable(push, true))?.push
}
