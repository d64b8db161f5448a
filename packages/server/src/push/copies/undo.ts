// Keeps what a deletion erased for a moment, in which it can be undone.

import { limits, type Push, Refusal } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import { type Change, microseconds } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { dropJob, findJobAhead } from '../../jobs/rows.ts'
import { releaseFile } from '../files.ts'
import { updateCopies } from '../post.ts'
import type { PushRow } from '../row.ts'
import { pushes, restoreRow } from '../rows.ts'
import { boxesOf, reachable } from './message.ts'
import { counterpartOf } from './rows.ts'

/** The job that ends a deletion for good. Until it runs, its payload is all that is left of the content. */
const deletionJob = 'push-deletion'

/** The rows as they were; those that were deleted. */
interface Erased {
  /** Of the account that deletes. */
  own?: PushRow
  /** Of the other person. */
  copy?: PushRow
  /** It is deleted for the followers of a channel, too, once it cannot be undone. */
  everyone?: boolean
}

/** Keeps rows that are being deleted. What an earlier deletion of the same push keeps stays with them. */
export async function keepErased(tx: Writer, jobs: Jobs, iden: string, erased: Erased): Promise<void> {
  const now = microseconds()
  const known = await findJobAhead(tx, deletionJob, iden, now)
  const payload: Erased = { ...(known && (JSON.parse(known.payload) as Erased)), ...erased }
  await jobs.add(tx, { type: deletionJob, key: iden, payload, at: now + limits.undoDeletionFor * 1_000 })
}

/** Registers the job. */
export function endDeletions({ db, jobs, origin }: Pick<Deps, 'db' | 'jobs' | 'origin'>): void {
  jobs.handle<Erased>(deletionJob, async ({ own, copy, everyone }) => {
    await db.write(async (tx) => {
      for (const row of [own, copy]) if (row) await releaseFile(tx, jobs, origin(), row)
      if (own && everyone) await updateCopies(tx, jobs, own)
    })
    return undefined
  })
}

/** Brings back a push, and the other person's copy if that was deleted with it. @throws Refusal `not_found` */
export async function restore({ db, change }: Pick<Deps, 'db' | 'change'>, account: Account, iden: string): Promise<Push> {
  const seen = await pushes.find(db, account.iden, iden)
  if (!seen) throw new Refusal('not_found')
  return change(await boxesOf(db, seen), async (tx) => {
    const job = await findJobAhead(tx, deletionJob, iden, microseconds())
    const push = await pushes.find(tx, account.iden, iden)
    if (!push || !job || !(await dropJob(tx, job))) throw new Refusal('not_found')
    const { own, copy } = JSON.parse(job.payload) as Erased
    if (!own || push.active) throw new Refusal('not_found')
    if (copy) await restoreCopy(tx, push, copy, account)
    return restoreRow(tx, own, account)
  })
}

/** Unless the other person has deleted the rest of it meanwhile, or blocks the account. */
async function restoreCopy(tx: Change, push: PushRow, before: PushRow, account: Account): Promise<void> {
  const other = await reachable(tx, push, account)
  const copy = other && (await counterpartOf(tx, push, account))
  if (other && copy?.active && copy.iden === before.iden) await restoreRow(tx, before, other)
}
