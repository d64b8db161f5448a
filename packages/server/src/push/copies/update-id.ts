import type { Account } from '../../account/rows.ts'
import type { Change } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { releaseFile } from '../files.ts'
import type { PushRow } from '../row.ts'
import { erasePush, findPushByUpdateId } from '../rows.ts'

/**
 * Deletes the push of the same conversation with the new one's update id, in the same change, so that nobody sees both or neither. The new
 * push is the latest of its conversation and notifies like any other.
 * @returns the deleted row, if any
 */
export async function replaceEarlier(
  tx: Change,
  { jobs, origin }: Pick<Deps, 'jobs' | 'origin'>,
  { owner, conversation, update_id }: PushRow,
  self: Account,
): Promise<PushRow | undefined> {
  if (update_id === null) return undefined
  const earlier = await findPushByUpdateId(tx, owner, conversation, update_id)
  if (!earlier) return undefined
  await erasePush(tx, earlier, self)
  await releaseFile(tx, jobs, origin(), earlier)
  return earlier
}
