// Relays ephemerals to browsers: texts, mirrored notifications, and those that are encrypted end to end. Like the streams, it stores none of them.

import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { WebPushMessage } from '@waypost/protocol'
import type { Bus } from '../bus/bus.ts'
import type { Owners } from '../bus/owners.ts'
import { microseconds } from '../change.ts'
import type { Db } from '../db/db.ts'
import type { Throttle } from '../http/rate-limits.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { BoundedMap } from '../processor/bounded-map.ts'
import type { Send } from './encrypt-and-send.ts'
import { ephemeralMessage, isEncrypted } from './message.ts'
import { noteSuccess, type SubscriptionInUse, subscriptionsOf } from './rows.ts'
import { isUsable, mayGetEphemerals, messageMilliseconds, nextTry, showsAll } from './rules.ts'
import { openSilentLimit } from './silent.ts'
import { openTold } from './told.ts'
import { type Log, noteTrouble } from './trouble.ts'
import type { Turns } from './turns.ts'
import { endUnusable } from './watch.ts'

/** The maximum attempts, and the maximum delay before one, in microseconds. */
const tries = 4
const longestWait = 300_000_000
/** How long push services keep them, in seconds. */
const ttl = messageMilliseconds.ephemeral / 1_000
const mostHeld = 1_000
/** The mirrored notifications remembered, so that browsers are notified only of their end. */
const mostMirrored = 10_000

/** Message counts since the start. */
export interface Counts {
  sent: number
  failed: number
  forgotten: number
}

/** The apps that people are looking at. */
export interface AwakeApps {
  guidsOf(owner: string): string[]
}

interface Used {
  db: Db
  bus: Bus
  jobs: Jobs
  awake: AwakeApps
  owners: Owners
  turns: Turns
  silent: Throttle
  send: Send
  counts: Counts
  log: Log
  onError(error: unknown): void
}

export interface Relay {
  /** Sends an ephemeral to the account's browsers that the user isn't looking at. */
  relay(owner: string, push: Record<string, unknown>): void
  close(): void
}

export async function openRelay({
  db,
  bus,
  jobs,
  awake,
  owners,
  turns,
  silent,
  send,
  counts,
  log,
  onError,
}: Used): Promise<Relay> {
  const mirrored = await openMirrored(bus)
  const told = await openTold(bus, db)
  const encrypted = openSilentLimit('encrypted')
  const ending = new AbortController()
  let held = 0

  async function relayNow(owner: string, push: Record<string, unknown>): Promise<void> {
    const message = ephemeralMessage(owner, await told.untold(owner, push))
    if (!message) return
    // Limits messages for which a browser may show nothing.
    const limit = isEncrypted(push) ? encrypted : push.type === 'dismissal' ? silent : undefined
    if (push.type === 'mirror') mirrored.add(owner, push)
    if (push.type === 'dismissal' && !mirrored.take(owner, push)) return
    const guids = awake.guidsOf(owner)
    for (const to of await subscriptionsOf(db, owner, microseconds())) {
      if (!isUsable(to) || !mayGetEphemerals(to) || guids.includes(to.app_guid)) continue
      if (push.source_device_iden === to.device || (limit && showsAll(to.endpoint))) continue
      if (limit && !limit.allows(to.device, Date.now())) continue
      deliver(to, message, limit ? 'normal' : 'high').then(
        (sent) => {
          if (!sent) limit?.giveBack(to.device)
        },
        (error) => {
          if (!ending.signal.aborted) onError(error)
        },
      )
    }
  }

  /** @returns whether the push service accepted it */
  async function deliver(to: SubscriptionInUse, message: WebPushMessage, urgency: 'normal' | 'high'): Promise<boolean> {
    if (held >= mostHeld) {
      counts.failed++
      return false
    }
    held++
    let wasInTrouble = to.failing_since !== null
    try {
      for (let count = 1; count <= tries; count++) {
        if (heldFor(to) > longestWait) break
        await pause(heldFor(to) / 1_000)
        const turn = await turnOf(to)
        const outcome = await send(to, message, { ttl, urgency }, ending.signal).finally(turn.done)
        const { verdict, retryAfter, isHeldBack } = outcome
        if (verdict === 'sent') {
          counts.sent++
          if (wasInTrouble) await db.write((tx) => noteSuccess(tx, to.device, microseconds()))
          return true
        }
        if (verdict === 'gone') {
          await db.write((tx) => endUnusable(tx, jobs, { owner: to.owner, gone: { device: to.device, endpoint: to.endpoint } }))
          return false
        }
        const now = microseconds()
        const at = nextTry(now, count, retryAfter)
        if (verdict === 'refused' || isHeldBack) {
          await noteTrouble({ db, log }, to, outcome, now, isHeldBack ? at : undefined)
          wasInTrouble = true
        }
        if ((verdict !== 'later' && verdict !== 'refused') || at - now > longestWait) break
        if (count < tries) await pause((at - now) / 1_000)
      }
      counts.failed++
      return false
    } finally {
      held--
    }
  }

  async function turnOf({ endpoint, owner }: SubscriptionInUse): Promise<{ done(): void }> {
    for (;;) {
      const turn = turns.take(new URL(endpoint).host, owner, Date.now())
      if ('done' in turn) return turn
      await pause(turn.at - Date.now())
    }
  }

  /** @throws when the server stops */
  const pause = (milliseconds: number) => setTimeout(Math.max(0, milliseconds), undefined, { signal: ending.signal, ref: false })

  return {
    relay(owner, push) {
      if (owners.has(owner)) relayNow(owner, push).catch(onError)
    },
    close: () => ending.abort(),
  }
}

/** How long a browser's push service will accept no messages, in microseconds. */
const heldFor = ({ held_until }: SubscriptionInUse) => Math.max(0, (held_until ?? 0) - microseconds())

/** Remembers on all nodes which notifications were mirrored, by digest. Losing this only leaves a notification open. */
async function openMirrored(bus: Bus) {
  const subject = 'web-push-mirrored'
  const since = new BoundedMap<string, number>(mostMirrored)

  await bus.subscribe(subject, (message) => {
    const { key, shown } = message as { key: string; shown: boolean }
    if (shown) since.set(key, Date.now())
    else since.delete(key)
  })

  const keyOf = (owner: string, { package_name, notification_id, notification_tag }: Record<string, unknown>) =>
    createHash('sha256')
      .update(JSON.stringify([owner, package_name, notification_id, notification_tag].map((part) => String(part ?? ''))))
      .digest('base64url')

  return {
    add: (owner: string, push: Record<string, unknown>) => bus.publish(subject, { key: keyOf(owner, push), shown: true }),
    /** Whether it was mirrored recently. Its end is relayed once. */
    take(owner: string, push: Record<string, unknown>): boolean {
      const key = keyOf(owner, push)
      const at = since.get(key)
      if (at === undefined) return false
      bus.publish(subject, { key, shown: false })
      return Date.now() - at < messageMilliseconds.ephemeral
    },
  }
}
