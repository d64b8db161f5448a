// Creates a push and stores it with its sender and its receiver, or mails it to an address without an account.

import { type Push, Refusal } from '@waypost/protocol'
import { type Account, findReceiver } from '../account/rows.ts'
import { blocks } from '../block/rows.ts'
import type { Change } from '../change.ts'
import { openChat, type Person, personAt } from '../chat/rows.ts'
import type { Deps } from '../deps.ts'
import { devices } from '../device/rows.ts'
import { objectIden } from '../iden.ts'
import type { SourceRef, SourceRow } from '../source/rows.ts'
import { counterpartOf } from './copies/rows.ts'
import { replaceEarlier } from './copies/update-id.ts'
import { emailInstead } from './email-instead.ts'
import { withFile } from './files.ts'
import { post, sourceOf } from './post.ts'
import { type PushRow, pushObject } from './row.ts'
import { findPush, findPushByGuid, insertPush, pushByGuid, pushes } from './rows.ts'
import {
  bytesOf,
  checkContent,
  checkReply,
  checkTargetDevice,
  checkUpdateId,
  contentOf,
  conversationOfRow,
  deliveryTo,
  emptyPush,
  expiryOf,
  type NewPush,
  parseRecipient,
  personAddressed,
  type Recipient,
  rowsCounted,
} from './rules.ts'
import { seenOnArrival } from './seen-on-arrival.ts'
import { addExpiry } from './source/expiry.ts'
import {
  boxesOfSource,
  fromSource,
  insertMessage,
  sourceToSendTo,
  type WithDelivered,
  withPriorityOf,
} from './source/write-message.ts'

type Input = NewPush
type Used = Pick<Deps, 'config' | 'db' | 'bus' | 'change' | 'jobs' | 'awake' | 'storage' | 'origin' | 'previews'> & WithDelivered

/**
 * Creates a push, or returns the one that was created with the same guid.
 * @param source the source that it goes to, where the caller has read its row already, also a while ago
 * @throws Refusal
 */
export async function create(deps: Used, sender: Account, input: Input, source?: SourceRef): Promise<Push> {
  const { db, change } = deps
  checkContent(contentOf(input))
  const recipient = parseRecipient(input)
  const write = (boxes: readonly string[], make: (tx: Change) => Promise<Push>) =>
    change(boxes, (tx) => once(tx, sender, input.guid, () => make(tx)), {
      ahead: [...(input.guid === undefined ? [] : [pushByGuid(sender.iden, input.guid)]), ...deps.storage.asks(sender.iden)],
    })
  if (recipient.kind === 'source') {
    const root = source ?? (await sourceToSendTo(db, sender.iden, recipient.iden))
    const writeTo = async (known: SourceRef) => {
      const boxes = await boxesOfSource(db, known)
      return write(boxes, async (tx) => {
        const now = await sourceToSendTo(tx, sender.iden, recipient.iden)
        if (now.members !== null && known.members === null) throw new SharedMeanwhile(now)
        return pushToSource(tx, deps, sender, input, now, boxes)
      })
    }
    try {
      return await writeTo(root)
    } catch (error) {
      if (!(error instanceof SharedMeanwhile)) throw error
      return writeTo(error.source)
    }
  }
  if (recipient.kind === 'channel' || recipient.kind === 'client') {
    checkUpdateId(input)
    return write([sender.iden], async (tx) => {
      const source = await sourceOf(tx, sender.iden, recipient)
      const push = await claimStorage(tx, deps, await newPush(tx, sender, input, source))
      return post(tx, deps, push, sender)
    })
  }
  const address = personAddressed(recipient, sender)
  if (address === undefined) return write([sender.iden], (tx) => pushToSelf(tx, deps, sender, input, recipient))
  const receiver = await findReceiver(db, deps.config, address)
  return write(receiver ? [sender.iden, receiver.iden] : [sender.iden], (tx) => pushToPerson(tx, deps, sender, input, receiver))
}

/** Creates a push unless its guid is taken. Changes of one box run one after another, so this holds for concurrent requests too. */
async function once(tx: Change, sender: Account, guid: string | undefined, create: () => Promise<Push>): Promise<Push> {
  const earlier = guid === undefined ? undefined : await findPushByGuid(tx, sender.iden, guid)
  return earlier ? pushObject(earlier, sender) : create()
}

/** A source that was read before it was shared: the change has to begin again, in the boxes of its members too. */
class SharedMeanwhile extends Error {
  readonly source: SourceRow

  constructor(source: SourceRow) {
    super('The source was shared meanwhile.')
    this.source = source
  }
}

async function pushToSource(
  tx: Change,
  deps: Used,
  sender: Account,
  input: Input,
  root: SourceRow,
  boxes: readonly string[],
): Promise<Push> {
  const draft = await newPush(tx, sender, withPriorityOf(root, input), fromSource(root))
  const push = await claimStorage(tx, deps, draft, boxes.length)
  await deps.previews.ask(tx, sender.iden, [push])
  return insertMessage(tx, deps, push, sender, root, boxes)
}

async function pushToSelf(tx: Change, deps: Used, sender: Account, input: Input, recipient: Recipient): Promise<Push> {
  if (recipient.kind === 'device') checkTargetDevice(await devices.find(tx, sender.iden, recipient.iden))
  const push = await newPush(tx, sender, input, { direction: 'self', ...seenOnArrival(deps.awake, sender.iden) })
  const claimed = await claimStorage(tx, deps, push)
  await deps.previews.ask(tx, sender.iden, [claimed])
  await replaceEarlier(tx, deps, claimed, sender)
  if (claimed.expires !== null) await addExpiry(tx, deps.jobs, claimed.expires)
  return insertPush(tx, claimed, sender)
}

async function pushToPerson(tx: Change, deps: Used, sender: Account, input: Input, receiver: Account | undefined): Promise<Push> {
  const person = personAt(input.email as string, receiver)
  await openChat(tx, sender.iden, person)
  const delivery = deliveryTo(receiver && { blocksSender: await blocks(tx, receiver.iden, sender) })
  const draft = await newPush(tx, sender, input, { direction: 'outgoing', ...withPerson(person) })
  const outgoing = await claimStorage(tx, deps, draft, rowsCounted(delivery))
  if (delivery === 'email' && !(await emailInstead(tx, deps, sender, outgoing))) outgoing.email_skipped = 1
  const copies: PushRow[] = []
  if (receiver && delivery === 'deliver') {
    await openChat(tx, receiver.iden, sender, false)
    const reply_to = await repliedIn(tx, outgoing, sender)
    const incoming = incomingCopy(outgoing, sender, receiver)
    await replaceEarlier(tx, deps, incoming, receiver)
    await insertPush(tx, { ...incoming, reply_to, ...seenOnArrival(deps.awake, receiver.iden) }, receiver)
    copies.push(incoming)
  }
  await deps.previews.ask(tx, sender.iden, [outgoing, ...copies])
  await replaceEarlier(tx, deps, outgoing, sender)
  if (outgoing.expires !== null) await addExpiry(tx, deps.jobs, outgoing.expires)
  return insertPush(tx, outgoing, sender)
}

/** The receiver's row of a push. It has no guid: the receiver may have used the same one. */
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

/**
 * Completes a push with the facts about its file, and claims storage for it.
 * @param rows how many rows are about to be written
 * @throws Refusal `storage_quota`
 */
async function claimStorage(tx: Change, { origin, storage }: Used, draft: PushRow, rows = 1): Promise<PushRow> {
  const push = await withFile(tx, origin(), draft)
  push.bytes = bytesOf(push)
  await storage.claim(tx, draft.owner, push.bytes * rows)
  return push
}

/** Builds the row of a push without writing it. @throws Refusal `invalid_param` */
export async function newPush(
  tx: Change,
  sender: Account,
  input: Input,
  where: Pick<PushRow, 'direction'> & Partial<PushRow>,
): Promise<PushRow> {
  const source = input.source_device_iden
  if (source && !(await devices.find(tx, sender.iden, source))) throw Refusal.param('source_device_iden')
  const push: PushRow = {
    ...emptyPush(objectIden(sender.iden), sender.iden),
    guid: input.guid ?? null,
    target_device_iden: input.device_iden ?? null,
    source_device_iden: source ?? null,
    reply_to: input.reply_to ?? null,
    update_id: input.update_id ?? null,
    expires: input.expires === undefined ? null : expiryOf(input.expires),
    message_id: input.message_id ?? null,
    foreign_fields: input.foreign === undefined ? null : JSON.stringify(input.foreign),
    ...contentOf(input),
    ...where,
  }
  push.conversation = conversationOfRow(push)
  if (push.reply_to !== null) checkReply(push, await pushes.find(tx, sender.iden, push.reply_to))
  return push
}

const withPerson = (person: Person) => ({
  with_iden: person.iden,
  with_email: person.email,
  with_email_normalized: person.email_normalized,
  with_name: person.name,
  with_image_url: person.image_url,
})
