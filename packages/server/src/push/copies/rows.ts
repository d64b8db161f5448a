import type { Push } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import type { Change, Micros } from '../../change.ts'
import type { Reader, Value, Writer } from '../../db/db.ts'
import { type PushRow, pushObject, type Self, untouched } from '../row.ts'
import { columns, unchangedAndChanged, updateOf } from '../rows.ts'
import { unindexPush } from '../search/rows.ts'

/** The copies of a push in other boxes, in the order of their owners, starting after a given owner. */
export const copiesAfter = (reader: Reader, original: string, after: string, limit: number) =>
  reader.all<Pick<PushRow, 'iden' | 'owner'>>(
    'SELECT iden, owner FROM push WHERE original = $1 AND owner > $2 ORDER BY owner LIMIT $3',
    [original, after, limit],
  )

/** How many boxes have an active copy of a push, counted up to a limit. */
export async function countCopies(reader: Reader, original: string, limit: number): Promise<number> {
  const row = await reader.one<{ count: number }>(
    'SELECT COUNT(*) AS count FROM (SELECT 1 AS one FROM push WHERE original = $1 AND active = 1 LIMIT $2) AS copies',
    [original, limit],
  )
  return Number(row?.count ?? 0)
}

/** The copy of a push in a box. */
export const findCopy = (reader: Reader, original: string, owner: string) =>
  reader.one<PushRow>('SELECT * FROM push WHERE original = $1 AND owner = $2', [original, owner])

/** The copies of a push in some boxes: those after one owner, up to and including another. */
export const copiesBetween = (reader: Reader, original: string, after: string, last: string) =>
  reader.all<Pick<PushRow, 'iden' | 'owner'>>('SELECT iden, owner FROM push WHERE original = $1 AND owner > $2 AND owner <= $3', [
    original,
    after,
    last,
  ])

/** The columns in which copies of one post differ. */
export type Copy = Pick<PushRow, 'iden' | 'reply_to' | 'dismissed' | 'awake_app_guids'> & { receiver: Receiver }

/** The columns about the recipient in a copy of a post. */
export type Receiver = Pick<Account, 'iden' | 'email' | 'email_normalized'>

/** Writes copies of one post, many per statement, each with the next stamp of its recipient's box; returns the latest stamp. */
export function insertCopies(tx: Change, shared: PushRow, copies: readonly Copy[]): Micros {
  const sharedValues = sharedColumns.map((name) => shared[name])
  let latest = 0
  for (let start = 0; start < copies.length; ) {
    const count = copies.length - start < together ? 1 : together
    const values: Value[] = [...sharedValues]
    for (const copy of copies.slice(start, start + count)) {
      const stamp = tx.stamp(copy.receiver.iden)
      latest = Math.max(latest, stamp)
      values.push(copy.iden, copy.receiver.iden, stamp, copy.reply_to, copy.dismissed, copy.awake_app_guids)
      tx.wroteUnheard(copy.receiver.iden, 'pushes', () => copyObject(shared, copy, stamp))
    }
    tx.send(count === 1 ? insertOne : insertTogether, values)
    start += count
  }
  return latest
}

function copyObject(shared: PushRow, { receiver, ...copy }: Copy, stamp: Micros): Push {
  const row: PushRow = { ...shared, ...copy, owner: receiver.iden, created: stamp, modified: stamp }
  return pushObject(row, { ...receiver, name: null, image_url: null })
}

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
 * The newest incoming push of a conversation up to a stamp. Only the last pushes are searched: clients move a marker to the newest, and
 * others may name any time, before which the account may have written a lot.
 */
export const newestIncoming = (reader: Reader, owner: string, conversation: string, stamp: Micros) =>
  reader.one<PushRow>(
    `SELECT * FROM push WHERE iden = (
       SELECT iden FROM (
         SELECT iden, direction, created FROM (${latest('modified = created', 'modified')}) AS unchanged
         UNION ALL SELECT iden, direction, created FROM (${latest('modified <> created', 'created')}) AS changed
         ORDER BY created DESC LIMIT 200
       ) AS latest WHERE direction = 'incoming' ORDER BY created DESC LIMIT 1)`,
    [owner, conversation, stamp],
  )

const latest = (part: string, stamp: string) => `
  SELECT iden, direction, created FROM push
  WHERE owner = $1 AND conversation = $2 AND ${part} AND active = 1 AND ${stamp} <= $3 ORDER BY ${stamp} DESC LIMIT 200`

/** Empties a copy, leaving only that its sender deleted it. Other programs show the remaining word as its body. */
export async function retractPush(tx: Change, push: PushRow, self: Self): Promise<void> {
  const row: PushRow = { ...push, ...retracted, modified: tx.stamp(push.owner) }
  await tx.run(retract, [row.iden, row.modified, ...Object.values(retracted)])
  unindexPush(tx, push)
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
  display: null,
  reply_to: null,
  ...untouched,
  preview: null,
  preview_iden: null,
  dismissed: 1,
  deleted_by_sender: 1,
} as const satisfies Partial<PushRow>

const retract = updateOf(['modified', ...Object.keys(retracted)])

/** Maximum microseconds between two boxes' stamps in one change: a box with many rapid stamps is ahead of the clock. */
const tolerance = 2_000_000

const twin = `${unchangedAndChanged(
  (part) => `
    SELECT * FROM push WHERE owner = $1 AND conversation = $2 AND ${part} AND active = 1 AND created > $3 AND created < $4
      AND direction = $5 AND with_iden = $6 AND type = $7 AND coalesce(title, '') = $8 AND coalesce(body, '') = $9
      AND coalesce(url, '') = $10 AND coalesce(file_url, '') = $11 AND original IS NULL AND edited IS NULL`,
)} LIMIT 2`

/** Copies per statement: takes a third of the time of separate statements. */
const together = 25

/** The columns in which copies of a post differ, and their position in each copy's values. */
const copyColumns: Partial<Record<keyof PushRow, string>> = {
  iden: 'copy.column1',
  owner: 'copy.column2',
  // Followers asked for it, so it counts towards their own storage.
  payer: 'copy.column2',
  created: 'copy.column3',
  modified: 'copy.column3',
  reply_to: 'copy.column4',
  dismissed: 'copy.column5',
  awake_app_guids: 'copy.column6',
}
const sharedColumns = columns.filter((name) => !(name in copyColumns))

const insertOne = insertSql(1)
const insertTogether = insertSql(together)

/** Both engines name the columns of VALUES like this. */
function insertSql(count: number): string {
  const selected = columns.map((name) => copyColumns[name] ?? `$${sharedColumns.indexOf(name) + 1}`)
  const rows = Array.from({ length: count }, (_, row) => {
    const [iden, owner, stamp, reply, dismissed, awake] = Array.from(
      { length: 6 },
      (_, place) => `$${sharedColumns.length + row * 6 + place + 1}`,
    )
    return `(${iden}, ${owner}, CAST(${stamp} AS BIGINT), ${reply}, CAST(${dismissed} AS BIGINT), ${awake})`
  })
  return `INSERT INTO push (${columns.join(', ')}) SELECT ${selected.join(', ')} FROM (VALUES ${rows.join(', ')}) AS copy`
}
