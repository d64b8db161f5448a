// Composes the jobs' messages, sends them, and records what browsers were notified of.

import {
  hasComeBack,
  isHeldBack,
  notifiesAnybody,
  type Push,
  type Quiet,
  quietHoursPreference,
  readQuietHours,
  type WebPushMessage,
} from '@waypost/protocol'
import { findAccount, findPreferences } from '../account/rows.ts'
import { type Micros, microseconds } from '../change.ts'
import type { Reader } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { devices } from '../device/rows.ts'
import type { PushRow } from '../push/row.ts'
import { pushes } from '../push/rows.ts'
import { sources } from '../source/rows.ts'
import type { Delivery } from './encrypt-and-send.ts'
import { forget } from './forget.ts'
import { openHolds } from './holds.ts'
import { fetchMessage, pushMessage, withCloses } from './message.ts'
import { deleteNotified, findInUse, isSilent, noteSuccess, type SubscriptionInUse, saveNotified } from './rows.ts'
import { closedSince, isUsable, messageMilliseconds, nextTry, topicOf, urgencyOf, type Verdict } from './rules.ts'
import { noteTrouble } from './trouble.ts'
import { closeIn, type Waiting } from './watch.ts'

/** A push that needs a notification. */
export interface Told {
  row: { iden: string; conversation: string; created: Micros }
  push: Push
}

/** A message for a browser, and its delivery options. */
export interface OutgoingMessage extends Delivery {
  message: WebPushMessage
}

interface NotificationOptions {
  /** How long the push service keeps it, in seconds; by default as long as a push sent now. */
  ttl?: number
  /** Pushes whose notifications it also closes, as many as fit. */
  closes?: readonly string[]
  /** Whether the push service rejected the push as too long. */
  isTooLong?: boolean
  /** Whether the browser was already notified of a later push of the conversation, as when this one was edited or had to wait. */
  isLate?: boolean
}

/** Sends the messages of the jobs. */
export type Sender = ReturnType<typeof openSender>

export function openSender(deps: Deps) {
  const { db, jobs, awake, webPush, log } = deps
  const holds = openHolds()

  function giveUp({ device, endpoint }: SubscriptionInUse, sentence: string): void {
    webPush.counts.failed++
    log.warn({ device, pushService: new URL(endpoint).host }, sentence)
  }

  return {
    /** The web push subscription of a device, if it is usable and its user isn't looking at it. */
    async reachable({ owner, device }: Waiting, now: Micros): Promise<SubscriptionInUse | undefined> {
      const to = await findInUse(db, device, now)
      if (to?.owner !== owner) return undefined
      if (to.valid === 0) await forget(deps, to)
      return isUsable(to) && !awake.guidsOf(owner).includes(to.app_guid) ? to : undefined
    },

    async toldOf(owner: string, iden: string): Promise<Told | undefined> {
      const row = await pushes.find(db, owner, iden)
      const self = row?.active ? await findAccount(db, owner) : undefined
      if (!row || !self) return undefined
      const push = pushes.object(row, self)
      return (await tells(db, row, push)) ? { row, push } : undefined
    },

    async notification(to: SubscriptionInUse, { row, push }: Told, options: NotificationOptions): Promise<OutgoingMessage> {
      const { ttl = keptFor('push'), closes = [], isTooLong, isLate } = options
      const { owner, device } = to
      const source = push.source_device_iden === undefined ? undefined : await devices.find(db, owner, push.source_device_iden)
      const message = isTooLong ? fetchMessage(owner, row.iden) : pushMessage(owner, push, source?.nickname ?? undefined)
      const outgoing = { message: withCloses(message, closes), urgency: urgencyOf(push) }
      // The later one stays for an offline browser. This one may be delivered too, but not without the message that closes it, which is
      // kept as long.
      if (isLate) return { ...outgoing, ttl: Math.min(ttl, keptFor('close')) }
      return { ...outgoing, ttl, topic: topicOf(device, row.conversation) }
    },

    /** Sends a message. @returns when to retry, if that makes sense; otherwise the result, `later` if it was given up */
    async send<P extends Waiting>(
      to: SubscriptionInUse,
      { message, ...delivery }: OutgoingMessage,
      payload: P,
      now: Micros,
      signal: AbortSignal,
    ): Promise<Verdict | { again: P; at: number }> {
      const held = holds.waitFor(to, now)
      if (held !== undefined) return { again: payload, at: held }
      const turn = webPush.turns.take(new URL(to.endpoint).host, to.owner, now / 1_000)
      if ('at' in turn) return { again: payload, at: turn.at * 1_000 }
      const ended = holds.begin(to)
      const { verdict, retryAfter, isHeldBack, reason } = await webPush.send(to, message, delivery, signal).finally(() => {
        turn.done()
        ended()
      })
      if (verdict === 'sent') webPush.counts.sent++
      if (verdict === 'gone') await forget(deps, to)
      if (verdict === 'too-large' && message.kind !== 'push')
        giveUp(to, 'Its push service finds a message of this size too large.')
      if (verdict === 'unknown') giveUp(to, `A push service does not take a message: ${reason}`)
      if (verdict !== 'later' && verdict !== 'refused') return verdict
      const at = nextTry(now, payload.tries + 1, retryAfter)
      await noteTrouble(deps, to, { verdict, reason }, now, isHeldBack ? at : undefined)
      if (at <= payload.until) return { again: { ...payload, tries: payload.tries + 1 }, at }
      giveUp(to, `A push service did not take a message for as long as it was valid: ${reason}`)
      return 'later'
    },

    /** Records that a browser was notified of a push, which closes others; closes it again if the push has since been dismissed. */
    noteTold(to: SubscriptionInUse, iden: string, closes: readonly string[], now: Micros): Promise<void> {
      const { owner, device } = to
      return db.write(
        async (tx) => {
          // A change that dismisses the push comes before or after this, so either of them closes the notification.
          await tx.lockBoxes([owner])
          await noteSuccess(tx, device, now)
          await deleteNotified(tx, device, closes)
          const [push, self] = [await pushes.find(tx, owner, iden), await findAccount(tx, owner)]
          if (!push || !self) return
          await saveNotified(tx, to, push, now, closedSince(now))
          if (!(await tells(tx, push, pushes.object(push, self)))) await closeIn(tx, jobs, to, [iden], now)
        },
        [owner],
      )
    },

    async noteClosed({ device }: SubscriptionInUse, closes: readonly string[], now: Micros): Promise<void> {
      await db.write(async (tx) => {
        await noteSuccess(tx, device, now)
        await deleteNotified(tx, device, closes)
      })
    },
  }
}

/** Whether a push needs a notification. A push that comes back by a reminder always does, in any conversation. */
async function tells(reader: Reader, row: PushRow, push: Push): Promise<boolean> {
  if (!notifiesAnybody(push) || hasComeBack(push)) return notifiesAnybody(push)
  const now = microseconds()
  return !(await isSilent(reader, row, now)) && !isHeldBack(push, await quietOf(reader, row, now))
}

async function quietOf(reader: Reader, { owner, source_iden }: PushRow, now: Micros): Promise<Quiet> {
  const preferences = await findPreferences(reader, owner)
  const source = source_iden === null ? undefined : await sources.find(reader, owner, source_iden)
  return {
    at: now / 1_000,
    hours: preferences === 'too long' ? undefined : readQuietHours(preferences?.[quietHoursPreference]),
    source: source && sources.object(source),
  }
}

/** How long a push service keeps a message created now, in seconds. */
export const keptFor = (kind: keyof typeof messageMilliseconds) => messageMilliseconds[kind] / 1_000
