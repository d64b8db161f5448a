// Moves the history with a person to the person's new email address, because conversations are found by address.

import type { AccountStep, ChangedAccountRef } from '../account/lifecycle.ts'
import { findAccount } from '../account/rows.ts'
import { peopleSlice, someOutdatedChats } from '../chat/rows.ts'
import { whileBrief } from '../db/brief.ts'
import type { Deps } from '../deps.ts'
import { readdressPush, somePushesWith } from './rows.ts'

/** The maximum rows that one slice reads; it moves as many as time permits. */
const slice = 50

/** Returns the step that moves pushes. Chats show which boxes contain any, so it runs before the step that updates chats. */
export function readdressPushes({ db, change }: Deps): AccountStep<ChangedAccountRef> {
  return async ({ iden }) => {
    const person = await findAccount(db, iden)
    if (!person) return false
    for (const { owner, with_email_normalized: before } of await someOutdatedChats(db, person, peopleSlice)) {
      const self = before === person.email_normalized ? undefined : await findAccount(db, owner)
      if (!self) continue
      const isMore = await change([owner], async (tx) => {
        const some = await somePushesWith(tx, owner, `email:${before}`, iden, slice)
        const moved = await whileBrief(some, (push) => readdressPush(tx, push, person, `email:${person.email_normalized}`, self))
        return moved.length < some.length || some.length === slice
      })
      if (isMore) return true
    }
    return false
  }
}
