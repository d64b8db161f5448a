import { countFollowers } from '../channel/rows.ts'
import type { Deps } from '../deps.ts'
import { deleteSubscriptionRow, someSubscriptionsOf } from './rows.ts'

const slice = 100

/** Deletes an account's subscriptions and updates the counts of their channels. @returns whether more are left */
export function deleteFor({ db }: Pick<Deps, 'db'>, owner: string): Promise<boolean> {
  return db.write(async (tx) => {
    const some = await someSubscriptionsOf(tx, owner, slice)
    for (const { iden, active, channel_iden } of some) {
      if (active) await countFollowers(tx, channel_iden, -1)
      await deleteSubscriptionRow(tx, iden)
    }
    return some.length === slice
  })
}
