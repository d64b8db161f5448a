// Sends pending messages to browsers, in jobs: notifications of pushes, messages that close them, and the end of subscriptions.

import type { Micros } from '../change.ts'
import type { Deps } from '../deps.ts'
import { countJobsUnder } from '../jobs/rows.ts'
import { closedBy, closeNotifications } from './close.ts'
import { forget } from './forget.ts'
import { closingOf, shownIn, subscriptionsOf } from './rows.ts'
import { closedSince, messageMilliseconds } from './rules.ts'
import { openSender } from './sender.ts'
import { closeJob, type End, endJob, type Notify, notifyJob } from './watch.ts'

const concurrency = 64

/** Registers the jobs that send messages to browsers. */
export function sendWebPush(deps: Deps): void {
  const { db, jobs } = deps
  const sender = openSender(deps)
  closeNotifications(deps, sender)

  jobs.handle<Notify>(
    notifyJob,
    async (payload, _attempt, { now, signal }) => {
      const { owner, device, push: iden, isTooLong = false } = payload
      const to = await sender.reachable(payload, now)
      const told = to && (await sender.toldOf(owner, iden))
      if (!told) return undefined
      const closes = await closesWith(device, told.row.conversation, now)
      const [latest] = await shownIn(db, to, told.row.conversation, closedSince(now), 1)
      const outgoing = await sender.notification(to, told, {
        ttl: (payload.until - now) / 1e6,
        closes,
        isTooLong,
        isLate: latest !== undefined && latest.created > told.row.created,
      })
      const result = await sender.send(to, outgoing, payload, now, signal)
      if (result === 'too-large' && outgoing.message.kind === 'push') return { again: { ...payload, isTooLong: true } }
      if (typeof result === 'object') return result
      if (result === 'sent') await sender.noteTold(to, iden, closedBy(outgoing), now)
      // It has accepted nothing since before the message was created, for the message's whole lifetime.
      const made = payload.until - messageMilliseconds.push * 1_000
      if (result === 'later' && to.failing_since !== null && to.failing_since < made) await forget(deps, to)
      return undefined
    },
    concurrency,
  )

  jobs.handle<End>(endJob, async ({ owner, gone }, _attempt, { now }) => {
    if (gone) await forget(deps, { owner, ...gone })
    for (const subscription of await subscriptionsOf(db, owner, now))
      if (subscription.valid === 0) await forget(deps, subscription)
    return undefined
  })

  /**
   * The pushes whose notifications a notification also closes: outdated ones of its conversation, and those that couldn't be closed by a
   * silent message. Pushes that another job is about to close may still be waiting at the push service, where only a message of their own
   * conversation replaces them.
   */
  async function closesWith(device: string, conversation: string, now: Micros): Promise<string[]> {
    const closing = await closingOf(db, device, closedSince(now))
    const waits = closing.length > 0 && (await countJobsUnder(db, closeJob, device)) > 0
    return closing.filter((row) => !waits || row.conversation === conversation).map(({ push }) => push)
  }
}
