// Completes a new push with the facts about its file, and claims storage for it.

import type { Change } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { bytesOf } from '../content.ts'
import { withFile } from '../files.ts'
import type { PushRow } from '../row.ts'

/**
 * Completes a push with the facts about its file and its bytes, and claims storage for it.
 * @param rows how many rows it counts for
 * @throws Refusal `storage_quota`
 */
export async function complete(
  tx: Change,
  { origin, storage }: Pick<Deps, 'origin' | 'storage'>,
  push: PushRow,
  rows: number,
): Promise<PushRow> {
  const completed = await withFile(tx, origin(), push)
  completed.bytes = bytesOf(completed)
  await storage.claim(tx, push.owner, completed.bytes * rows)
  return completed
}
