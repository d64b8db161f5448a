import type { AccountStep, ChangedAccountRef } from '../../account/lifecycle.ts'
import { findAccount } from '../../account/rows.ts'
import type { Deps } from '../../deps.ts'
import { releaseFile } from '../files.ts'
import { deleteScheduledOf, saveScheduled, scheduledFilesOf, scheduledPushes, someScheduledFor } from './rows.ts'

const slice = 50

/** Returns the step that moves waiting pushes to the new address of their receiver. */
export function readdressScheduled({ db, change }: Pick<Deps, 'db' | 'change'>): AccountStep<ChangedAccountRef> {
  return async ({ iden }) => {
    const person = await findAccount(db, iden)
    if (!person) return false
    const some = await someScheduledFor(db, person, slice)
    for (const { owner, iden } of some) {
      const self = await findAccount(db, owner)
      if (!self) continue
      await change([owner], async (tx) => {
        const row = await scheduledPushes.find(tx, owner, iden)
        if (row?.active) await saveScheduled(tx, { ...row, with_email: person.email }, self)
      })
    }
    return some.length === slice
  }
}

/** Deletes waiting pushes of an account and releases their files. @returns whether more are left */
export async function deleteFor({ db, jobs, origin }: Pick<Deps, 'db' | 'jobs' | 'origin'>, owner: string): Promise<boolean> {
  const files = await scheduledFilesOf(db, owner)
  if (files.length > 0)
    await db.write(async (tx) => {
      for (const row of files) await releaseFile(tx, jobs, origin(), row)
    })
  return deleteScheduledOf({ db }, owner)
}
