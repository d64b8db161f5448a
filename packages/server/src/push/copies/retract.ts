// Deletes a push in one box, or for everyone who has it, and keeps it for a while so that the deletion can be undone.

import { type Push, Refusal, undoDeletionMilliseconds } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import { type Change, microseconds } from '../../change.ts'
import type { Writer } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { dropJob, findJobAhead } from '../../jobs/rows.ts'
import { releaseFile } from '../files.ts'
import { updateCopies } from '../post.ts'
import { addReminder } from '../reminder/reminder.ts'
import type { PushRow } from '../row.ts'
import { erasePush, markDeletedForEveryone, pushes, restoreRow } from '../rows.ts'
import { noteForSubscribers } from '../source/log-rows.ts'
import { checkAllowed } from '../who-may-change.ts'
import { boxesOf, reachable } from './message.ts'
import { counterpartOf, retractPush } from './rows.ts'

type Used = Pick<Deps, 'db' | 'bus' | 'change' | 'jobs' | 'origin'>

/** How a push is deleted: `undoable` keeps its content for a while. */
interface Way {
  undoable: boolean | undefined
  /** The hash of the caller's token. */
  by: string
}

/** Deletes an account's copy of a push; other people's copies stay. Deleting it again does nothing. @throws Refusal `not_found` */
export function deleteOwnCopy(
  { bus, change, jobs, origin }: Used,
  account: Account,
  iden: string,
  { undoable, by }: Way,
): Promise<void> {
  return change([account.iden], async (tx) => {
    tx.by = by
    const push = await pushes.find(tx, account.iden, iden)
    if (!push) throw new Refusal('not_found')
    if (!push.active) return
    await erasePush(tx, push, account)
    noteForSubscribers(tx, bus, push, 'message_delete')
    if (undoable) await keepErased(tx, jobs, iden, { own: push })
    else await releaseFile(tx, jobs, origin(), push)
  })
}

/**
 * Deletes a push and the content of all its copies, even if the sender's own copy was already deleted. A person who blocks the sender keeps
 * the copy, which may be needed as evidence.
 * @throws Refusal `not_found`, `forbidden`, `too_late`
 */
export async function deleteForEveryone(
  { db, change, jobs, origin }: Used,
  account: Account,
  iden: string,
  { undoable }: Pick<Way, 'undoable'> = { undoable: false },
): Promise<void> {
  const seen = await pushes.find(db, account.iden, iden)
  if (!seen) throw new Refusal('not_found')
  checkAllowed('deleteForEveryone', seen)
  return change(await boxesOf(db, seen), async (tx) => {
    const push = await pushes.find(tx, account.iden, iden)
    if (!push || push.deleted_by_sender) return
    const other = await reachable(tx, push, account)
    const copy = other && (await counterpartOf(tx, push, account))
    const erased = [...(copy?.active ? [copy] : []), ...(push.active ? [push] : [])]
    if (other && copy?.active) await retractPush(tx, copy, other)
    await markDeletedForEveryone(tx, iden)
    if (push.active) await erasePush(tx, push, account)
    if (undoable && push.active) return keepErased(tx, jobs, iden, { own: push, ...(copy?.active && { copy }), everyone: true })
    for (const row of erased) await releaseFile(tx, jobs, origin(), row)
    await updateCopies(tx, jobs, push)
  })
}

/** The job that makes a deletion final. Until it runs, its payload holds the only copy of the content. */
const deletionJob = 'push-deletion'

interface Erased {
  /** The row of the deleting account. */
  own?: PushRow
  /** The row of the other person. */
  copy?: PushRow
  /** Whether to delete it for the followers of a channel too, once it can't be undone. */
  everyone?: boolean
}

async function keepErased(tx: Writer, jobs: Jobs, iden: string, erased: Erased): Promise<void> {
  const now = microseconds()
  const known = await findJobAhead(tx, deletionJob, iden, now)
  const payload: Erased = { ...(known && (JSON.parse(known.payload) as Erased)), ...erased }
  await jobs.add(tx, { type: deletionJob, key: iden, payload, at: now + undoDeletionMilliseconds * 1_000 })
}

/** Registers the job that makes deletions final. */
export function endDeletions({ db, jobs, origin }: Pick<Deps, 'db' | 'jobs' | 'origin'>): void {
  jobs.handle<Erased>(deletionJob, async ({ own, copy, everyone }) => {
    await db.write(async (tx) => {
      for (const row of [own, copy]) if (row) await releaseFile(tx, jobs, origin(), row)
      if (own && everyone) await updateCopies(tx, jobs, own)
    })
    return undefined
  })
}

/** Restores a push, and the other person's copy if it was deleted along with it. @throws Refusal `not_found` */
export async function restore(
  { db, change, jobs }: Pick<Deps, 'db' | 'change' | 'jobs'>,
  account: Account,
  iden: string,
): Promise<Push> {
  const seen = await pushes.find(db, account.iden, iden)
  if (!seen) throw new Refusal('not_found')
  return change(await boxesOf(db, seen), async (tx) => {
    const job = await findJobAhead(tx, deletionJob, iden, microseconds())
    const push = await pushes.find(tx, account.iden, iden)
    if (!push || !job || !(await dropJob(tx, job))) throw new Refusal('not_found')
    const { own, copy } = JSON.parse(job.payload) as Erased
    if (!own || push.active) throw new Refusal('not_found')
    if (copy) await restoreCopy(tx, jobs, push, copy, account)
    await addReminder(tx, jobs, own)
    return restoreRow(tx, own, account)
  })
}

/** Skipped if the other person has since deleted the rest of it, or blocks the account. */
async function restoreCopy(tx: Change, jobs: Jobs, push: PushRow, before: PushRow, account: Account): Promise<void> {
  const other = await reachable(tx, push, account)
  const copy = other && (await counterpartOf(tx, push, account))
  if (!other || !copy?.active || copy.iden !== before.iden) return
  await addReminder(tx, jobs, before)
  await restoreRow(tx, before, other)
}
