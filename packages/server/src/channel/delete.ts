import type { Deps } from '../deps.ts'
import { deleteChannelRow, someChannelsOf } from './rows.ts'
import { channelJobs } from './rules.ts'

/** The maximum number of channels that one call deletes. */
const slice = 100

/** Closes and deletes channels of an account; followers keep the posts they received. @returns whether more are left */
export function deleteFor({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, owner: string): Promise<boolean> {
  return db.write(async (tx) => {
    const some = await someChannelsOf(tx, owner, slice)
    for (const { iden } of some) {
      await deleteChannelRow(tx, iden)
      for (const type of [channelJobs.closed, channelJobs.feed])
        await jobs.add(tx, { type, key: iden, payload: { channel: iden } })
    }
    return some.length === slice
  })
}
