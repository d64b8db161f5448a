// Deletes a push in one box, or for everyone who has it.

import { limits, Refusal } from '@waypost/protocol'
import type { Account } from '../../account/rows.ts'
import { microseconds } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { releaseFile } from '../files.ts'
import { updateCopies } from '../post.ts'
import type { PushRow } from '../row.ts'
import { erasePush, markDeletedForEveryone, pushes } from '../rows.ts'
import { boxesOf, reachable } from './message.ts'
import { counterpartOf, retractPush } from './rows.ts'
import { keepErased } from './undo.ts'

type Used = Pick<Deps, 'db' | 'change' | 'jobs' | 'origin'>

/** How a push is deleted: `undoable` keeps its content for a moment. */
interface Way {
  undoable: boolean | undefined
  /** The hash of the token that asks. */
  by: string
}

/**
 * Deletes an account's copy of a push; the copies of others stay. Deleting it again does nothing.
 * @throws Refusal `not_found`
 */
export function deleteOwnCopy(
  { change, jobs, origin }: Used,
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
    if (undoable) await keepErased(tx, jobs, iden, { own: push })
    else await releaseFile(tx, jobs, origin(), push)
  })
}

/**
 * Deletes a push, and the content of all its copies; also when the sender's own copy was deleted before. A person who blocks the sender keeps
 * the copy, as it may be needed as proof.
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
  checkRetraction(seen)
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

function checkRetraction(push: PushRow): void {
  if (push.direction === 'incoming') throw new Refusal('forbidden', 'Only the sender can delete a message for everyone.')
  if (push.created < microseconds() - limits.deleteForEveryoneFor * 1_000) throw new Refusal('too_late')
}
