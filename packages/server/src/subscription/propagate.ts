import type { Change } from '../change.ts'
import { eraseChannel, findChannel } from '../channel/rows.ts'
import { channelJobs } from '../channel/rules.ts'
import type { Deps } from '../deps.ts'
import { boxesAfter, findSubscription, type SubscriptionRow, saveSubscription, unfollow } from './rows.ts'

/** Boxes per write: few enough not to delay requests that wait for it. */
const slice = 100

/** `after`: the last box that was done. */
interface Propagation {
  channel: string
  after?: string
}

/** Registers the jobs that propagate changes of a channel to its subscriptions, a slice of boxes at a time. */
export function propagateChannels({ db, change, jobs }: Pick<Deps, 'db' | 'change' | 'jobs'>): void {
  const forEach = (boxes: readonly string[], channel: string, work: (tx: Change, row: SubscriptionRow) => Promise<unknown>) =>
    change(boxes, async (tx) => {
      for (const owner of boxes) {
        const subscription = await findSubscription(tx, owner, channel)
        if (subscription?.active) await work(tx, subscription)
      }
    })

  jobs.handle<Propagation>(channelJobs.changed, async ({ channel, after = '' }) => {
    const boxes = await boxesAfter(db, channel, after, slice)
    if (boxes.length === 0 || !(await findChannel(db, channel))?.active) return undefined
    await forEach(boxes, channel, saveSubscription)
    return { again: { channel, after: boxes.at(-1) as string } }
  })

  jobs.handle<Propagation>(channelJobs.closed, async ({ channel }) => {
    // Ended subscriptions are no longer active, so each slice gets the remaining ones.
    const boxes = await boxesAfter(db, channel, '', slice)
    if (boxes.length === 0) {
      await db.write((tx) => eraseChannel(tx, channel))
      return undefined
    }
    await forEach(boxes, channel, unfollow)
    return { again: { channel } }
  })
}
