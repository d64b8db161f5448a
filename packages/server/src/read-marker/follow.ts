// Keeps conversations read when the other person's email address, by which they are named, changes.

import type { AccountStep, ChangedAccountRef } from '../account/lifecycle.ts'
import { findAccount } from '../account/rows.ts'
import { peopleSlice, someOutdatedChats } from '../chat/rows.ts'
import type { Deps } from '../deps.ts'
import { copyReadMarker } from './rows.ts'

/** Returns the step that marks conversations at the new address as read. It runs before the one that moves the pushes there. */
export function followAddresses({ db, change }: Deps): AccountStep<ChangedAccountRef> {
  return async ({ iden }) => {
    const person = await findAccount(db, iden)
    const found = person ? await someOutdatedChats(db, person, peopleSlice) : []
    for (const { owner, with_email_normalized: before } of found) {
      if (!person || before === person.email_normalized) continue
      await change([owner], (tx) => copyReadMarker(tx, owner, `email:${before}`, `email:${person.email_normalized}`))
    }
    return false
  }
}
