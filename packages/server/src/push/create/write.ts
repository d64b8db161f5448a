// Writes the rows of a new push, and adds the work that follows from it.

import type { Push } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import type { Change } from '../../change.ts'
import { openChat } from '../../chat/rows.ts'
import type { Deps } from '../../deps.ts'
import { objectIden } from '../../iden.ts'
import { counterpartOf } from '../copies/rows.ts'
import { replaceEarlier } from '../copies/update-id.ts'
import { emailInstead } from '../email-instead.ts'
import { post } from '../post.ts'
import type { PushRow } from '../row.ts'
import { findPush, insertPush } from '../rows.ts'
import { seenOnArrival } from '../seen-on-arrival.ts'
import { addExpiry } from '../source/expiry.ts'
import { insertMessage, type WithDelivered } from '../source/write-message.ts'
import type { Decision } from './decide.ts'
import { conversationOfRow, withPerson } from './new-push.ts'

type Used = Pick<Deps, 'config' | 'db' | 'bus' | 'jobs' | 'awake' | 'origin' | 'previews'> & WithDelivered

/** Writes a push as it was decided. @returns the sender's row as an object */
export async function write(tx: Change, deps: Used, sender: Account, push: PushRow, decided: Decision): Promise<Push> {
  switch (decided.kind) {
    case 'own':
      return insertOwn(tx, deps, sender, push)
    case 'person':
      return insertForBoth(tx, deps, sender, push, decided)
    case 'post':
      return post(tx, deps, push, sender)
    case 'source':
      await deps.previews.ask(tx, sender.iden, [push])
      return insertMessage(tx, deps, push, sender, decided.root, decided.boxes)
  }
}

async function insertOwn(tx: Change, deps: Used, sender: Account, push: PushRow, copies: readonly PushRow[] = []): Promise<Push> {
  await deps.previews.ask(tx, sender.iden, [push, ...copies])
  await replaceEarlier(tx, deps, push, sender)
  if (push.expires !== null) await addExpiry(tx, deps.jobs, push.expires)
  return insertPush(tx, push, sender)
}

async function insertForBoth(
  tx: Change,
  deps: Used,
  sender: Account,
  outgoing: PushRow,
  { delivery, receiver }: Extract<Decision, { kind: 'person' }>,
): Promise<Push> {
  if (delivery === 'email' && !(await emailInstead(tx, deps, sender, outgoing))) outgoing.email_skipped = 1
  const copies = receiver && delivery === 'deliver' ? [await insertIncoming(tx, deps, sender, outgoing, receiver)] : []
  return insertOwn(tx, deps, sender, outgoing, copies)
}

async function insertIncoming(tx: Change, deps: Used, sender: Account, outgoing: PushRow, receiver: Account): Promise<PushRow> {
  await openChat(tx, receiver.iden, sender, false)
  const reply_to = await repliedIn(tx, outgoing, sender)
  const incoming = incomingCopy(outgoing, sender, receiver)
  await replaceEarlier(tx, deps, incoming, receiver)
  await insertPush(tx, { ...incoming, reply_to, ...seenOnArrival(deps.awake, receiver.iden) }, receiver)
  return incoming
}

/** The recipient's row of a push. It has no guid, because the recipient may have used the same one. */
function incomingCopy(outgoing: PushRow, sender: Account, receiver: Account): PushRow {
  const incoming: PushRow = {
    ...outgoing,
    ...withPerson(sender),
    iden: objectIden(receiver.iden),
    owner: receiver.iden,
    direction: 'incoming',
    original: outgoing.iden,
    guid: null,
    source_device_iden: null,
  }
  return { ...incoming, conversation: conversationOfRow(incoming) }
}

/** The iden, in the receiver's box, of the push that a push replies to; null when the receiver does not have it. */
async function repliedIn(tx: Change, outgoing: PushRow, sender: Account): Promise<string | null> {
  if (outgoing.reply_to === null) return null
  const replied = await findPush(tx, outgoing.reply_to)
  return (replied && (await counterpartOf(tx, replied, sender))?.iden) ?? null
}
