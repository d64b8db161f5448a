import { createBlock, deleteBlock, listBlocks, normalizeEmail, Refusal } from '@waypost/protocol'
import { findAccountByEmail } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle } from '../http/http.ts'
import { lists } from '../objects.ts'
import { blockedAt, blockObject, blockRows, openBlock, saveBlock } from './rows.ts'

export function blockCalls({ db, change }: Deps): Handler[] {
  return [
    handle(listBlocks, async (query, { caller }) => {
      const { rows, cursor } = await blockRows.list(db, caller.account.iden, query)
      return lists({ blocks: rows.map(blockObject) }, cursor)
    }),
    handle(createBlock, async ({ email }, { caller: { account } }) => {
      if (normalizeEmail(email) === account.email_normalized) throw Refusal.param('email', 'This is your own address.')
      return change([account.iden], async (tx) => {
        const person = await findAccountByEmail(tx, normalizeEmail(email))
        return blockObject(await openBlock(tx, account.iden, blockedAt(email, person)))
      })
    }),
    handle(deleteBlock, async ({ iden }, { caller: { account } }) =>
      change([account.iden], async (tx) => {
        const block = await blockRows.find(tx, account.iden, iden)
        if (!block) throw new Refusal('not_found')
        if (block.active) await saveBlock(tx, { ...block, active: 0, with_name: null, with_image_url: null })
        return {}
      }),
    ),
  ]
}
