// Sends what waits for browsers, in jobs: notifications of pushes, and messages that close them.

import { limits, type WebPushMessage } from '@waypost/protocol'
import { findAccount } from '../account/rows.ts'
import type { Deps } from '../deps.ts'
import { devices } from '../device/rows.ts'
import { pushes } from '../push/rows.ts'
import { forget } from './forget.ts'
import { closeMessage, fetchMessage, pushMessage } from './payload.ts'
import {
  closingOf,
  deleteNotified,
  findInUse,
  isSilent,
  noteFailure,
  noteSuccess,
  type SubscriptionInUse,
  saveNotified,
  subscriptionsOf,
} from './rows.ts'
import { closedSince, isTold, isUsable, nextTry, topicOf, urgencyOf } from './rules.ts'
import type { Delivery } from './send.ts'
import { closeIn, closeJob, type End, endJob, type Notify, notifyJob, type Waiting } from './watch.ts'

/** Messages that one node sends at a time. */
const concurrency = { notify: 64, close: 8 }
/** Notifications that one message closes. */
const closedAtOnce = 50

/** A message for a browser, and how it is delivered. */
interface Mail extends Omit<Delivery, 'ttl'> {
  message: WebPushMessage
}

/** Registers the jobs that send messages to browsers. */
export function sendWebPush(deps: Deps): void {
  const { db, jobs, awake, webPush, log } = deps

  jobs.handle<Notify>(
    notifyJob,
    async (payload, _attempt, { now, signal }) => {
      const { owner, device, push: iden } = payload
      const to = await reachable(payload, now)
      const mail = to && (await notificationFor(to, payload))
      if (!mail) return undefined
      const result = await send(to, mail, payload, now, signal)
      if (result === 'too-large' && !payload.isTooLong) return { again: { ...payload, isTooLong: true } }
      if (result === 'too-large') giveUp(to, 'Its push service finds a message of this size too large.')
      if (typeof result === 'object') return result
      if (result !== 'sent') return undefined
      await db.write(
        async (tx) => {
          // A change that dismisses the push comes before this or after it, so one of them closes the notification.
          await tx.lockBoxes([owner])
          await noteSuccess(tx, device, now)
          const [push, self] = [await pushes.find(tx, owner, iden), await findAccount(tx, owner)]
          if (!push || !self) return
          await saveNotified(tx, to, push, now, closedSince(now))
          if (!isTold(pushes.object(push, self)) || (await isSilent(tx, push))) await closeIn(tx, jobs, to, [iden], now)
        },
        [owner],
      )
      return undefined
    },
    concurrency.notify,
  )

  jobs.handle<Waiting>(
    closeJob,
    async (payload, _attempt, { now, signal }) => {
      const { owner, device } = payload
      const to = await reachable(payload, now)
      const idens = await closingOf(db, device, closedAtOnce)
      const [first, second] = idens
      if (first === undefined) return undefined
      if (to) {
        // Replaces the notification itself where the browser has not got it yet.
        const topic = second === undefined ? topicOf(device, first) : undefined
        const mail: Mail = { message: closeMessage(owner, idens), urgency: 'low', topic }
        const result = await send(to, mail, payload, now, signal)
        if (typeof result === 'object') return result
      }
      await db.write((tx) => deleteNotified(tx, device, idens))
      return idens.length === closedAtOnce ? { again: payload } : undefined
    },
    concurrency.close,
  )

  jobs.handle<End>(endJob, async ({ owner, gone }, _attempt, { now }) => {
    if (gone) await forget(deps, { owner, ...gone })
    for (const subscription of await subscriptionsOf(db, owner, now))
      if (subscription.valid === 0) await forget(deps, subscription)
    return undefined
  })

  /** The web push subscription of a device, if it can be used and its user does not look at it. */
  async function reachable({ owner, device }: Waiting, now: number): Promise<SubscriptionInUse | undefined> {
    const to = await findInUse(db, device, now)
    if (to?.owner !== owner) return undefined
    if (to.valid === 0) await forget(deps, to)
    return isUsable(to) && !awake.guidsOf(owner).includes(to.app_guid) ? to : undefined
  }

  /** What to send of a push; undefined when nobody needs to be told of it any more. */
  async function notificationFor(to: SubscriptionInUse, { owner, push: iden, isTooLong }: Notify): Promise<Mail | undefined> {
    const row = await pushes.find(db, owner, iden)
    const self = row?.active ? await findAccount(db, owner) : undefined
    if (!row || !self) return undefined
    const push = pushes.object(row, self)
    if (!isTold(push) || (await isSilent(db, row))) return undefined
    const source = push.source_device_iden === undefined ? undefined : await devices.find(db, owner, push.source_device_iden)
    const message = isTooLong ? fetchMessage(owner, iden) : pushMessage(owner, push, source?.nickname ?? undefined)
    return { message, urgency: urgencyOf(push), topic: topicOf(to.device, iden) }
  }

  /** @returns when to try again, if it makes sense; else what became of the message */
  async function send<P extends Waiting>(to: SubscriptionInUse, mail: Mail, payload: P, now: number, signal: AbortSignal) {
    const turn = webPush.turns.take(new URL(to.endpoint).host, to.owner, now / 1_000)
    if ('at' in turn) return { again: payload, at: turn.at * 1_000 }
    const { message, ...how } = mail
    const kept = message.kind === 'close' ? limits.webPushFor.close / 1_000 : (payload.until - now) / 1e6
    const { verdict, retryAfter, reason } = await webPush.send(to, message, { ...how, ttl: kept }, signal).finally(turn.done)
    if (verdict === 'sent') webPush.counts.sent++
    if (verdict === 'gone' || verdict === 'refused') await forget(deps, to)
    if (verdict === 'refused') giveUp(to, `A push service refuses the messages of this server: ${reason}`)
    if (verdict === 'unknown') giveUp(to, `A push service does not take a message: ${reason}`)
    if (verdict !== 'later') return verdict
    await db.write((tx) => noteFailure(tx, to.device, now))
    const at = nextTry(now, payload.tries + 1, retryAfter)
    if (at <= payload.until) return { again: { ...payload, tries: payload.tries + 1 }, at }
    giveUp(to, `A push service did not take a message for as long as it was valid: ${reason}`)
    // It has taken nothing since before the message was made, all the time for which that was valid.
    const made = payload.until - limits.webPushFor.push * 1_000
    if (message.kind !== 'close' && to.failing_since !== null && to.failing_since < made) await forget(deps, to)
    return verdict
  }

  function giveUp({ device, endpoint }: SubscriptionInUse, sentence: string): void {
    webPush.counts.failed++
    log.warn({ device, pushService: new URL(endpoint).host }, sentence)
  }
}
