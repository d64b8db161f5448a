// Deletes the waiting pushes of a deleted account.

import type { Deps } from '../../deps.ts'
import { releaseFile } from '../files.ts'
import { deleteScheduledOf, scheduledFilesOf } from './rows.ts'

/** Deletes waiting pushes of an account and releases their files. @returns whether more are left */
export async function deleteFor({ db, jobs, origin }: Pick<Deps, 'db' | 'jobs' | 'origin'>, owner: string): Promise<boolean> {
  const files = await scheduledFilesOf(db, owner)
  if (files.length > 0)
    await db.write(async (tx) => {
      for (const row of files) await releaseFile(tx, jobs, origin(), row)
    })
  return deleteScheduledOf({ db }, owner)
}
