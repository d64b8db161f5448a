// Refuses what `protocol/conversations/who-may-change.ts` does not allow, with a sentence for each reason.

import { type ActedOn, type Obstacle, obstacleTo, type PushAct, Refusal } from '@waypost/protocol'
import { type Micros, microseconds } from '../change.ts'

const onlySender: Partial<Record<PushAct, string>> = {
  edit: 'Only the sender can edit a message.',
  deleteForEveryone: 'Only the sender can delete a message for everyone.',
}

const refusals: Record<Obstacle, (act: PushAct) => Refusal> = {
  incoming: (act) => new Refusal('forbidden', onlySender[act]),
  deleted: () => new Refusal('forbidden', 'This message was deleted.'),
  post: () => new Refusal('forbidden', 'Posts of channels and apps take no reactions.'),
  source: () => new Refusal('forbidden', 'Messages of sources take no reactions.'),
  not_a_list: () => Refusal.param('ticks', 'Only a list has items to tick.'),
  too_late: () => new Refusal('too_late'),
}

/** @throws Refusal `forbidden`, `too_late`, or `invalid_param` for ticks outside a list */
export function checkAllowed(act: PushAct, push: ActedOn & { created: Micros }): void {
  const obstacle = obstacleTo(act, push, (microseconds() - push.created) / 1_000)
  if (obstacle) throw refusals[obstacle](act)
}
