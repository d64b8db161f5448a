// Writes a message of a source: a push in its owner's box, and a copy in each member's.

import { type Push, Refusal } from '@waypost/protocol'
import { type Account, findAccount } from '../../account/rows.ts'
import { type Change, fromSeconds, type Micros, microseconds } from '../../change.ts'
import type { Reader } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { objectIden } from '../../iden.ts'
import { tellOfSource } from '../../source/live.ts'
import type { SourceMessage } from '../../source/message.ts'
import { countMessages, findSource, isRoot, rowsOfSource, type SourceRef, type SourceRow } from '../../source/rows.ts'
import type { NewPush } from '../content.ts'
import { replaceEarlier } from '../copies/update-id.ts'
import type { Where } from '../create/new-push.ts'
import type { PushRow } from '../row.ts'
import { insertPush } from '../rows.ts'
import { seenOnArrival } from '../seen-on-arrival.ts'
import { addExpiry } from './expiry.ts'
import { messageOfPush } from './log-rows.ts'
import { markOldest } from './retention.ts'

/** Called with a message after its commit, in addition to subscribers. */
export interface WithDelivered {
  delivered?: (message: SourceMessage) => void
}

type Used = Pick<Deps, 'bus' | 'jobs' | 'awake' | 'origin'> & WithDelivered

/** A source in its owner's box. @throws Refusal `invalid_param` for an unknown source, `forbidden` for one shared with the account */
export async function sourceToSendTo(reader: Reader, owner: string, iden: string): Promise<SourceRow> {
  const row = await findSource(reader, iden)
  if (!row?.active || row.owner !== owner) throw Refusal.param('source_iden', 'There is no such source.')
  if (!isRoot(row)) throw new Refusal('forbidden', 'Only the owner of this source sends to it.')
  return row
}

/** The boxes that get the messages of a source. */
export async function boxesOfSource(reader: Reader, { root, owner, members }: SourceRef): Promise<string[]> {
  return members === null ? [owner] : (await rowsOfSource(reader, root)).map((row) => row.owner)
}

/** The sender's input, with the source's priority as the default. */
export const withPriorityOf = (root: SourceRow, input: NewPush): NewPush =>
  input.priority === undefined && root.default_priority !== null ? { ...input, priority: root.default_priority } : input

const expiryIn = (root: SourceRow, { expires }: PushRow): Micros | null =>
  expires ?? (root.keep_seconds === null ? null : microseconds() + root.keep_seconds * 1_000_000)

/** The columns that make a push a message of a source. */
export const fromSource = ({ iden, name, image_url }: SourceRow): Where => ({
  direction: 'incoming',
  source_iden: iden,
  with_name: name,
  with_image_url: image_url,
})

/**
 * Writes a message into all boxes of its source. An earlier one with the same update id is deleted in the same change.
 * @param push the row in the owner's box, with its bytes, which have been claimed
 */
export async function insertMessage(
  tx: Change,
  deps: Used,
  push: PushRow,
  owner: Account,
  root: SourceRow,
  owners: readonly string[],
): Promise<Push> {
  const expires = expiryIn(root, push)
  let own: Push | undefined
  for (const row of owners.length > 1 ? await rowsOfSource(tx, root.root) : [root]) {
    // A person with whom it was shared in the meantime gets the next one.
    if (!owners.includes(row.owner)) continue
    const isOwn = row.iden === root.iden
    const self = isOwn ? owner : await findAccount(tx, row.owner)
    if (!self) continue
    const placed: PushRow = {
      ...push,
      expires,
      ...(isOwn ? {} : { ...copied, ...fromSource(row), iden: objectIden(row.owner), owner: row.owner, original: push.iden }),
      ...seenOnArrival(deps.awake, row.owner),
      conversation: `source:${row.iden}`,
    }
    await replaceEarlier(tx, deps, placed, self)
    const object = await insertPush(tx, placed, self)
    countMessages(tx, row.iden, 1, fromSeconds(object.created))
    if (row.keep_count !== null && row.message_count >= row.keep_count) await markOldest(tx, deps.jobs, row)
    if (!isOwn) continue
    own = object
    tx.afterCommit(() => {
      const message = messageOfPush({ ...placed, created: fromSeconds(object.created) })
      deps.delivered?.(message)
      tellOfSource(deps.bus, root.owner, { message })
    })
  }
  if (expires !== null) await addExpiry(tx, deps.jobs, expires)
  return own as Push
}

/** Columns that members' copies don't have. */
const copied = { guid: null, message_id: null, foreign_fields: null }
