// Adds the jobs that notify browsers, within the changes that require them.

import { isTold, notifiesAnybody, type Push } from '@waypost/protocol'
import type { Owners } from '../bus/owners.ts'
import { type BoxWatch, type Change, fromSeconds, type Micros, microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import { openBacklog } from '../jobs/backlog.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { countJobsUnder } from '../jobs/rows.ts'
import {
  deleteNotified,
  deleteSubscription,
  followMoved,
  markClosing,
  type NotifiedRow,
  notifiedIn,
  notifiedOf,
  type SubscriptionInUse,
  type SubscriptionRow,
  subscriptionsOf,
} from './rows.ts'
import { closedSince, isNew, isUsable, showsAll, until } from './rules.ts'

/** The job that notifies a browser of a push. Its key begins with the device, so that a later job for the same push replaces it. */
export const notifyJob = 'web-push'
/** The job that closes notifications in a browser; its key is the device. */
export const closeJob = 'web-push-close'
/** The job that ends unusable web push subscriptions; its key begins with the account. */
export const endJob = 'web-push-end'

/** A message waiting to be sent to a browser. */
export interface Waiting {
  owner: string
  device: string
  /** Until when it is retried, in microseconds. */
  until: number
  tries: number
}

export interface Notify extends Waiting {
  push: string
  /** Whether the push service rejected the push as too long. */
  isTooLong?: true
}

export interface End {
  owner: string
  /** A subscription that its push service no longer knows; the account's others end if their token has ended. */
  gone?: Pick<SubscriptionRow, 'device' | 'endpoint'>
}

/** The maximum pending messages for a browser whose push service has problems; later ones are not sent. */
const mostWaiting = 100
/** The maximum pending messages for all browsers of an account; later ones are not sent. */
export const mostOfAccount = 10_000
/** Notifications that are dismissed within this time are closed with one message. In microseconds. */
const closedTogether = 300_000

/** Returns the watch on the changes of accounts with web push subscriptions. */
export function watchBoxes(jobs: Jobs, owners: Owners): BoxWatch {
  const backlog = openBacklog(notifyJob, mostOfAccount)

  async function notify(tx: Change, { owner, device, failing_since }: SubscriptionInUse, { iden }: Push, now: Micros) {
    // The idens of its devices begin with its own.
    if (!(await backlog.hasRoom(tx, `${owner}sj`))) return
    if (failing_since !== null && (await countJobsUnder(tx, notifyJob, `${device} `)) >= mostWaiting) return
    const payload: Notify = { owner, device, push: iden, until: until('push', now), tries: 0 }
    await jobs.add(tx, { type: notifyJob, key: `${device} ${iden}`, payload })
  }

  async function close(tx: Change, subscriptions: readonly SubscriptionInUse[], notified: readonly NotifiedRow[], now: Micros) {
    for (const subscription of subscriptions) {
      const pushes = notified.filter(({ device }) => device === subscription.device).map(({ push }) => push)
      if (pushes.length === 0) continue
      // The browser that made the change has already closed them itself.
      if (subscription.token === tx.by || showsAll(subscription.endpoint)) await deleteNotified(tx, subscription.device, pushes)
      else await closeIn(tx, jobs, subscription, pushes, now)
    }
  }

  return {
    watches: owners.has,
    async changed(tx, owner, { pushes = [], read_markers = [], devices = [] }) {
      for (const { iden, active } of devices) if (!active) await deleteSubscription(tx, iden)
      if (pushes.length + read_markers.length === 0) return
      const now = microseconds()
      const subscriptions = await subscriptionsOf(tx, owner, now)
      const usable = subscriptions.filter(isUsable)
      if (subscriptions.some(({ valid }) => valid === 0)) await endUnusable(tx, jobs, { owner })
      if (usable.length === 0) return

      for (const push of pushes.filter(isNew))
        for (const subscription of usable)
          if (isTold(push, { kind: 'device', device: subscription.device })) await notify(tx, subscription, push, now)

      const changed = new Map(pushes.filter((push) => !isNew(push)).map((push) => [push.iden, push]))
      const notified = changed.size > 0 ? await notifiedOf(tx, owner, [...changed.keys()], closedSince(now)) : []
      if (notified.length > 0) await followMoved(tx, owner, [...new Set(notified.map(({ push }) => push))])
      const over: NotifiedRow[] = []
      for (const row of notified) {
        const push = changed.get(row.push) as Push
        const subscription = usable.find(({ device }) => device === row.device)
        if (!notifiesAnybody(push)) over.push(row)
        else if (subscription && fromSeconds(push.edited ?? 0) > row.edited) await notify(tx, subscription, push, now)
      }
      for (const { conversation, read_to = 0 } of read_markers)
        if (conversation !== undefined)
          over.push(...(await notifiedIn(tx, owner, conversation, fromSeconds(read_to), closedSince(now))))
      await close(tx, usable, over, now)
    },
  }
}

/** Closes the notifications of some pushes in a browser. */
export async function closeIn(
  tx: Writer,
  jobs: Jobs,
  { owner, device }: Pick<SubscriptionRow, 'owner' | 'device'>,
  pushes: readonly string[],
  now: Micros,
): Promise<void> {
  for (const push of pushes) await markClosing(tx, device, push)
  const payload: Waiting = { owner, device, until: until('close', now), tries: 0 }
  await jobs.add(tx, { type: closeJob, key: device, payload, at: now + closedTogether })
}

/** Ends an account's unusable web push subscriptions. */
export const endUnusable = (tx: Writer, jobs: Jobs, end: End) =>
  jobs.add(tx, { type: endJob, key: `${end.owner} ${end.gone?.device ?? ''}`, payload: end })
