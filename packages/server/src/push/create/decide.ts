import type { Account } from '../../account/rows.ts'
import { blocks } from '../../block/rows.ts'
import type { Change } from '../../change.ts'
import { openChat, personAt } from '../../chat/rows.ts'
import type { Deps } from '../../deps.ts'
import { checkNotDeleted } from '../../device/deleted-device.ts'
import { devices } from '../../device/rows.ts'
import type { SourceRow } from '../../source/rows.ts'
import type { NewPush } from '../content.ts'
import { sourceOf } from '../post.ts'
import { seenOnArrival } from '../seen-on-arrival.ts'
import { fromSource, sourceToSendTo, withPriorityOf } from '../source/write-message.ts'
import { type Where, withPerson } from './new-push.ts'
import type { Destination } from './recipient.ts'

/** A push to a person is delivered, withheld because they block the sender, or emailed because the address has no account. */
type Delivery = 'deliver' | 'withhold' | 'email'

export function deliveryTo(receiver: { blocksSender: boolean } | undefined): Delivery {
  if (!receiver) return 'email'
  return receiver.blocksSender ? 'withhold' : 'deliver'
}

/** How many rows a push to a person counts for. Senders must not learn that they are blocked, so a withheld push costs the same. */
export const rowsCounted = (delivery: Delivery) => (delivery === 'email' ? 1 : 2)

/** What is written: the sender's row and those of others. */
export type Decision = {
  /** What the sender gives, with what the destination adds to it. */
  input: NewPush
  where: Where
  /** How many rows it counts for. */
  rows: number
} & (
  | { kind: 'own' | 'post' }
  | { kind: 'person'; delivery: Delivery; receiver: Account | undefined }
  | { kind: 'source'; root: SourceRow; boxes: readonly string[] }
)

/** Decides how a push goes to its destination as that is now, and opens the chat with a person. @throws Refusal, SharedMeanwhile */
export async function decide(
  tx: Change,
  { awake }: Pick<Deps, 'awake'>,
  sender: Account,
  input: NewPush,
  to: Destination,
): Promise<Decision> {
  switch (to.kind) {
    case 'own': {
      if (to.device !== undefined) checkNotDeleted(await devices.find(tx, sender.iden, to.device))
      const where: Where = { direction: 'self', ...seenOnArrival(awake, sender.iden) }
      return { kind: 'own', input, where, rows: 1 }
    }
    case 'person': {
      const { email, receiver } = to
      const person = personAt(email, receiver)
      await openChat(tx, sender.iden, person)
      const delivery = deliveryTo(receiver && { blocksSender: await blocks(tx, receiver.iden, sender) })
      const where: Where = { direction: 'outgoing', ...withPerson(person) }
      return { kind: 'person', delivery, receiver, input, where, rows: rowsCounted(delivery) }
    }
    case 'post':
      return { kind: 'post', input, where: await sourceOf(tx, sender.iden, to.recipient), rows: 1 }
    case 'source': {
      const { source, boxes } = to
      const root = await sourceToSendTo(tx, sender.iden, source.iden)
      if (root.members !== null && source.members === null) throw new SharedMeanwhile(root)
      return { kind: 'source', root, boxes, input: withPriorityOf(root, input), where: fromSource(root), rows: boxes.length }
    }
  }
}

/** A source was shared after it was read: the change has to restart, with the boxes of its members too. */
export class SharedMeanwhile extends Error {
  readonly source: SourceRow

  constructor(source: SourceRow) {
    super('The source was shared meanwhile.')
    this.source = source
  }
}
