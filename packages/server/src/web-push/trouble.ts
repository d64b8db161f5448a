import type { Db } from '../db/db.ts'
import { holdBack, noteFailure, type SubscriptionRow } from './rows.ts'
import type { Verdict } from './rules.ts'

/** The server's log, for its administrators. */
export interface Log {
  warn(what: object, sentence: string): void
}

/**
 * Records that a message was not accepted. When a push service first refuses this server, e.g. for a wrong clock or a contact it doesn't
 * accept, this is logged at once, because all subscriptions there are affected.
 * @param heldUntil until when it accepts no messages for this browser, if it asks for a pause
 */
export async function noteTrouble(
  { db, log }: { db: Db; log: Log },
  { device, endpoint }: Pick<SubscriptionRow, 'device' | 'endpoint'>,
  { verdict, reason }: { verdict: Verdict; reason: string },
  now: number,
  heldUntil?: number,
): Promise<void> {
  const noted = await db.write(async (tx) => {
    if (heldUntil !== undefined) await holdBack(tx, { device, endpoint }, heldUntil)
    return noteFailure(tx, device, now)
  })
  if (verdict === 'refused' && noted > 0)
    log.warn({ device, pushService: new URL(endpoint).host }, `A push service refuses the messages of this server: ${reason}`)
}
