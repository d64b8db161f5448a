import { Refusal } from '@waypost/protocol'
import { type Change, microseconds } from '../change.ts'
import { pinnedPushes } from './history-rows.ts'
import type { PushRow } from './row.ts'

/** The refusal of a further pin names this number. */
export const pinsPerConversation = 5

/** The column `pinned` of a push, in microseconds, or null if unpinned; undefined if nothing changes. @throws Refusal `too_many_pins` */
export async function pinOf(tx: Change, push: PushRow, pinned: boolean): Promise<number | null | undefined> {
  if (pinned === (push.pinned !== null)) return undefined
  if (!pinned) return null
  const { length } = await pinnedPushes(tx, push.owner, push.conversation)
  if (length >= pinsPerConversation) throw new Refusal('too_many_pins')
  return microseconds()
}
