import type { Change } from '../../change.ts'
import type { Deps } from '../../deps.ts'
import { bytesOf } from '../content.ts'
import { withFile } from '../files.ts'
import type { PushRow } from '../row.ts'

/** Completes a push with its file's facts and its bytes, and claims storage for its `rows`. @throws Refusal `storage_quota` */
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
