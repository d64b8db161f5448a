import { type Account, findAccount } from '../account/rows.ts'
import { blocks } from '../block/rows.ts'
import type { Change, Micros } from '../change.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { isReadingShared, readingHidden } from '../permanent/rows.ts'
import { counterpartOf, newestIncoming } from '../push/copies/rows.ts'
import { forgetTheirMarks, type Move, markersWithTheirs, moveTheirMarks, type ReadMarkerRow, someMarkersOf } from './rows.ts'

const slice = 50

/** The person who may learn of a moved marker: the sender of the newest push up to it. Never a channel, app or the account itself. */
export async function otherPerson(reader: Reader, account: Account, move: Move): Promise<Account | undefined> {
  if (!move.conversation.startsWith('email:')) return undefined
  const upTo = Math.max(move.read_to, move.delivered_to)
  const push = await newestIncoming(reader, account.iden, move.conversation, upTo)
  if (!push?.with_iden || push.with_iden === account.iden) return undefined
  return findAccount(reader, push.with_iden)
}

/**
 * Tells the other person of a conversation up to where an account has received and read it. Does nothing if either doesn't share that or
 * blocks the other: to a blocked person, the account seems to have been away since.
 */
export async function tellTheOther(tx: Change, account: Account, other: Account, marker: ReadMarkerRow): Promise<void> {
  if (!(await isReadingShared(tx, account.iden)) || !(await isReadingShared(tx, other.iden))) return
  if ((await blocks(tx, account.iden, other)) || (await blocks(tx, other.iden, account))) return
  const { conversation, read_to, delivered_to } = marker
  const read = read_to > 0 ? await sentUpTo(tx, account, other, conversation, read_to) : undefined
  const delivered = delivered_to === read_to ? read : await sentUpTo(tx, account, other, conversation, delivered_to)
  const newest = delivered ?? read
  if (!newest) return
  const to = { read: read?.created ?? 0, delivered: newest.created }
  await moveTheirMarks(tx, other.iden, newest.conversation, account.iden, to)
}

/** The newest push of a conversation up to a stamp, in the box of its sender, the other person: stamps differ between boxes. */
async function sentUpTo(tx: Change, account: Account, other: Account, conversation: string, stamp: Micros) {
  const push = await newestIncoming(tx, account.iden, conversation, stamp)
  const sent = push && (await counterpartOf(tx, push, account))
  return sent?.owner === other.iden ? sent : undefined
}

/** Registers the job that deletes markers in both directions once an account no longer shares its progress. */
export function hideReading({ db, change, jobs }: Deps): void {
  jobs.handle<{ iden: string }>(readingHidden, async ({ iden }) => {
    // It was switched on again.
    if (await isReadingShared(db, iden)) return undefined
    const found = [...(await markersWithTheirs(db, iden, slice)), ...(await someMarkersOf(db, iden, slice))]
    if (found.length === 0) return undefined
    await change(
      found.map(({ owner }) => owner),
      async (tx) => {
        // Read again under the lock, because markers move all the time.
        const rows = [...(await markersWithTheirs(tx, iden, slice)), ...(await someMarkersOf(tx, iden, slice))]
        for (const row of rows) if (found.some(({ iden }) => iden === row.iden)) await forgetTheirMarks(tx, row)
      },
    )
    return { again: { iden } }
  })
}
