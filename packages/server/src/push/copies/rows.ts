// Finds messages and their copies in other boxes, and empties those that the sender deleted for everyone.

import type { Change } from '../../change.ts'
import type { Reader, Writer } from '../../db/db.ts'
import { type PushRow, pushObject, type Self } from '../row.ts'

/** The copies of a push in other boxes, in the order of their owners, after a given one. */
export const copiesAfter = (reader: Reader, original: string, after: string, limit: number) =>
  reader.all<Pick<PushRow, 'iden' | 'owner'>>(
    'SELECT iden, owner FROM push WHERE original = $1 AND owner > $2 ORDER BY owner LIMIT $3',
    [original, after, limit],
  )

/** The copy of a push in a box. */
export const findCopy = (reader: Reader, original: string, owner: string) =>
  reader.one<PushRow>('SELECT * FROM push WHERE original = $1 AND owner = $2', [original, owner])

/**
 * The same message in the box of the other person of a conversation, also when it was deleted there.
 *
 * A push from before copies named their original is found by its content: both rows got their stamps in one change. The link is stored, as
 * the content may change afterwards.
 */
export async function counterpartOf(tx: Writer, push: PushRow, self: Self): Promise<PushRow | undefined> {
  if (push.with_iden === null || push.channel_iden !== null || push.client_iden !== null) return undefined
  const linked =
    push.direction === 'incoming'
      ? push.original !== null && (await tx.one<PushRow>('SELECT * FROM push WHERE iden = $1', [push.original]))
      : await findCopy(tx, push.iden, push.with_iden)
  if (linked) return linked.owner === push.with_iden ? linked : undefined
  if (push.active === 0 || push.original !== null) return undefined
  const incoming = push.direction === 'incoming'
  const [found, another] = await tx.all<PushRow>(twin, [
    push.with_iden,
    `email:${self.email_normalized}`,
    push.created - tolerance,
    push.created + tolerance,
    incoming ? 'outgoing' : 'incoming',
    push.owner,
    push.type,
    push.title ?? '',
    push.body ?? '',
    push.url ?? '',
    push.file_url ?? '',
  ])
  if (!found || another) return undefined
  const [original, copy] = incoming ? [found, push] : [push, found]
  await tx.run('UPDATE push SET original = $2 WHERE iden = $1', [copy.iden, original.iden])
  return found
}

/**
 * The newest push up to a stamp that came from the other person of a conversation. It looks only at the last ones: clients move a marker to
 * what came last, and others may name any time, before which the account may have written much.
 */
export const newestIncoming = (reader: Reader, owner: string, conversation: string, stamp: number) =>
  reader.one<PushRow>(
    `SELECT * FROM push WHERE iden = (
       SELECT iden FROM (
         SELECT iden, direction, created FROM push
         WHERE owner = $1 AND conversation = $2 AND active = 1 AND created <= $3 ORDER BY created DESC LIMIT 200
       ) AS latest WHERE direction = 'incoming' ORDER BY created DESC LIMIT 1)`,
    [owner, conversation, stamp],
  )

/** Leaves nothing of a copy but that its sender deleted it. Other programs read the word as its body. */
export async function retractPush(tx: Change, push: PushRow, self: Self): Promise<void> {
  const row: PushRow = { ...push, ...retracted, modified: tx.stamp(push.owner) }
  await tx.run(retract, [row.iden, row.modified, ...Object.values(retracted)])
  tx.wrote(row.owner, 'pushes', pushObject(row, self))
}

const retracted = {
  type: 'note',
  title: null,
  body: 'deleted',
  url: null,
  file_name: null,
  file_type: null,
  file_url: null,
  file_size: null,
  image_url: null,
  image_width: null,
  image_height: null,
  reply_to: null,
  edited: null,
  pinned: null,
  reaction: null,
  with_reaction: null,
  preview: null,
  preview_iden: null,
  dismissed: 1,
  deleted_by_sender: 1,
} as const satisfies Partial<PushRow>

const retract = `UPDATE push SET modified = $2, ${Object.keys(retracted)
  .map((name, index) => `${name} = $${index + 3}`)
  .join(', ')} WHERE iden = $1`

/** Microseconds between the stamps of two boxes in one change: a box whose stamps came quickly is ahead of the clock. */
const tolerance = 2_000_000

const twin = `
  SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND active = 1 AND created > $3 AND created < $4 AND direction = $5
    AND with_iden = $6 AND type = $7 AND coalesce(title, '') = $8 AND coalesce(body, '') = $9 AND coalesce(url, '') = $10
    AND coalesce(file_url, '') = $11 AND original IS NULL AND edited IS NULL
  LIMIT 2`
