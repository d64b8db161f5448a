// Moves the history with a person to the person's new email address: conversations are found by address.

import { findAccount } from '../account/rows.ts'
import type { AccountStep, ChangedAccountRef } from '../account/rules.ts'
import { peopleSlice, someOutdatedChats } from '../chat/rows.ts'
import type { Deps } from '../deps.ts'
import { readdressPush, somePushesWith } from './rows.ts'

/** Rows in one slice: few enough not to delay requests that wait for it. */
const slice = 200

/**
 * Returns the step that moves pushes. The chats with the person say in which boxes there are any, so it runs before the step that updates
 * those.
 */
export function readdressPushes({ db, change }: Deps): AccountStep<ChangedAccountRef> {
  return async ({ iden }) => {
    const person = await findAccount(db, iden)
    if (!person) return false
    for (const { owner, with_email_normalized: before } of await someOutdatedChats(db, person, peopleSlice)) {
      const self = before === person.email_normalized ? undefined : await findAccount(db, owner)
      if (!self) continue
      const moved = await change([owner], async (tx) => {
        const some = await somePushesWith(tx, owner, `email:${before}`, iden, slice)
        for (const push of some) await readdressPush(tx, push, person, `email:${person.email_normalized}`, self)
        return some.length
      })
      if (moved === slice) return true
    }
    return false
  }
}
