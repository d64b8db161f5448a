// Updates the blocks of a person when their account changes, so that a new address doesn't end a block.

import type { AccountStep, ChangedAccountRef } from '../account/lifecycle.ts'
import { findAccount } from '../account/rows.ts'
import { changeSlice } from '../change.ts'
import type { Deps } from '../deps.ts'
import { blockedAt, blockRows, findBlockByEmail, saveBlock, someOutdatedBlocks } from './rows.ts'

const slice = 50

/** Returns the step that updates everybody's blocks of a changed account. */
export function followBlocked({ db, change }: Deps): AccountStep<ChangedAccountRef> {
  return async ({ iden, before }) => {
    const account = await findAccount(db, iden)
    const found = account ? await someOutdatedBlocks(db, account, before ?? account.email_normalized, slice) : []
    if (!account) return false
    const facts = blockedAt(account.email, account)
    return changeSlice(change, found, slice, async (tx, { iden, owner }) => {
      const block = await blockRows.find(tx, owner, iden)
      if (!block?.active) return
      const other = await findBlockByEmail(tx, owner, account.email_normalized)
      if (!other || other.iden === block.iden) return void (await saveBlock(tx, { ...block, ...facts }))
      await saveBlock(tx, { ...block, with_iden: null, active: 0, with_name: null, with_image_url: null })
      await saveBlock(tx, { ...other, ...facts, active: 1 }, false)
    })
  }
}
