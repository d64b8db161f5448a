// Keeps waiting pushes addressed to a person whose email address changes: conversations are found by address.

import { findAccount } from '../../account/rows.ts'
import type { AccountStep, ChangedAccountRef } from '../../account/rules.ts'
import type { Deps } from '../../deps.ts'
import { saveScheduled, scheduledPushes, someScheduledFor } from './rows.ts'

/** Rows in one slice. */
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
