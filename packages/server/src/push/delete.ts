// Deletes the pushes of a deleted account.

import type { Deps } from '../deps.ts'
import { releaseFile } from './files.ts'
import { deletePushRow, forgetPayer, somePushesOf } from './rows.ts'

/** Pushes that one call deletes at most. */
const slice = 500

/** Deletes pushes of an account and releases the files that others sent it. @returns whether more are left */
export async function deleteFor({ db, jobs, origin }: Pick<Deps, 'db' | 'jobs' | 'origin'>, owner: string): Promise<boolean> {
  const some = await somePushesOf(db, owner, slice)
  await db.write(async (tx) => {
    for (const push of some) {
      await deletePushRow(tx, push)
      await releaseFile(tx, jobs, origin(), push)
    }
  })
  if (some.length > 0) return true
  // The receivers keep what the account sent; its bytes no longer count towards any storage.
  return (await db.write((tx) => forgetPayer(tx, owner, slice))) === slice
}
