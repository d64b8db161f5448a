import { isNotStopped } from '../access-token/rows.ts'
import type { Micros } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { insertIfNew, saveRow } from '../db/write-row.ts'

/** The key pair that identifies this server to push services (RFC 8292), as base64url. */
export interface KeyPair {
  public_key: string
  private_key: string
}

const keyName = 'vapid'

export const findKeys = (reader: Reader) =>
  reader.one<KeyPair>('SELECT public_key, private_key FROM web_push_key WHERE name = $1', [keyName])

/** Stores a key pair unless one exists: of nodes that start together, one succeeds. */
export const insertKeys = (tx: Writer, { public_key, private_key }: KeyPair) =>
  insertIfNew(tx, 'web_push_key', 'name', { name: keyName, public_key, private_key })

/** A web push subscription. Times in microseconds. */
export interface SubscriptionRow {
  device: string
  owner: string
  /** The hash of the access token that made it. */
  token: string
  endpoint: string
  p256dh: string
  auth: string
  app_guid: string
  created: Micros
  last_success: number | null
  failing_since: Micros | null
  /** Until when its push service has asked for a pause. */
  held_until: Micros | null
}

/** A web push subscription with the current state of its token and device. */
export interface SubscriptionInUse extends SubscriptionRow {
  /** 1 while the token is valid and the device is there. */
  valid: number
  /** The scopes of the token; null means `everything`. */
  scope: string | null
  /** 1 while the account is suspended; the subscription stays. */
  stopped: number
}

export const findSubscription = (reader: Reader, device: string) =>
  reader.one<SubscriptionRow>('SELECT * FROM web_push_subscription WHERE device = $1', [device])

const inUse = `
  SELECT web_push_subscription.*, access_token.scope,
    CASE WHEN ${isNotStopped('web_push_subscription.owner', 'web push')} THEN 0 ELSE 1 END AS stopped,
    CASE WHEN device.active = 1 AND access_token.hash IS NOT NULL AND (access_token.expires IS NULL OR access_token.expires > $2)
      THEN 1 ELSE 0 END AS valid
  FROM web_push_subscription
    LEFT JOIN access_token ON access_token.hash = web_push_subscription.token
    LEFT JOIN device ON device.iden = web_push_subscription.device`

export const findInUse = (reader: Reader, device: string, now: Micros) =>
  reader.one<SubscriptionInUse>(`${inUse} WHERE web_push_subscription.device = $1`, [device, now])

/** All web push subscriptions of an account. */
export const subscriptionsOf = (reader: Reader, owner: string, now: Micros) =>
  reader.all<SubscriptionInUse>(`${inUse} WHERE web_push_subscription.owner = $1 ORDER BY web_push_subscription.device`, [
    owner,
    now,
  ])

/** The web push subscriptions of any account with an endpoint. */
export const subscriptionsAt = (reader: Reader, endpoint: string) =>
  reader.all<SubscriptionRow>('SELECT * FROM web_push_subscription WHERE endpoint = $1', [endpoint])

/** The accounts that have web push subscriptions. */
export async function allOwners(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ owner: string }>('SELECT DISTINCT owner FROM web_push_subscription')
  return rows.map(({ owner }) => owner)
}

/** Writes a web push subscription, replacing any that the device has. */
export const saveSubscription = (tx: Writer, row: Omit<SubscriptionRow, 'last_success' | 'failing_since' | 'held_until'>) =>
  saveRow(tx, 'web_push_subscription', 'device', { ...row, last_success: null, failing_since: null, held_until: null })

export async function deleteSubscription(tx: Writer, device: string): Promise<void> {
  await tx.run('DELETE FROM web_push_subscription WHERE device = $1', [device])
  await tx.run('DELETE FROM web_push_notified WHERE device = $1', [device])
}

export const noteSuccess = (tx: Writer, device: string, at: number) =>
  tx.run('UPDATE web_push_subscription SET last_success = $2, failing_since = NULL, held_until = NULL WHERE device = $1', [
    device,
    at,
  ])

export const noteFailure = (tx: Writer, device: string, at: number) =>
  tx.run('UPDATE web_push_subscription SET failing_since = $2 WHERE device = $1 AND failing_since IS NULL', [device, at])

/** Records until when an endpoint's push service accepts no messages; a replaced endpoint is not held back. */
export const holdBack = (tx: Writer, { device, endpoint }: Pick<SubscriptionRow, 'device' | 'endpoint'>, until: number) =>
  tx.run('UPDATE web_push_subscription SET held_until = $3 WHERE device = $1 AND endpoint = $2', [device, endpoint, until])

/** A push that a browser was notified of. */
export interface NotifiedRow {
  device: string
  push: string
  edited: Micros
}

/** Records that a browser was notified of a push, and deletes its records from before a given time. */
export async function saveNotified(
  tx: Writer,
  { device, owner }: Pick<SubscriptionRow, 'device' | 'owner'>,
  push: { iden: string; edited: Micros | null; conversation: string; created: Micros },
  sent: number,
  before: number,
): Promise<void> {
  await tx.run('DELETE FROM web_push_notified WHERE device = $1 AND sent < $2', [device, before])
  const { iden, edited, conversation, created } = push
  const row = { device, push: iden, owner, sent, edited: edited ?? 0, closing: 0, conversation, created }
  await saveRow(tx, 'web_push_notified', 'device, push', row)
}

/** The notifications of some pushes of an account that browsers received since a given time. */
export const notifiedOf = (reader: Reader, owner: string, pushes: readonly string[], since: Micros) =>
  reader.all<NotifiedRow>(
    `SELECT device, push, edited FROM web_push_notified WHERE owner = $1 AND sent >= $2 AND closing = 0
     AND push IN (${pushes.map((_, at) => `$${at + 3}`)})`,
    [owner, since, ...pushes],
  )

/** Updates the conversation of pushes that have moved to a person's new address. */
export const followMoved = (tx: Writer, owner: string, pushes: readonly string[]) =>
  tx.run(
    `UPDATE web_push_notified SET conversation = (SELECT push.conversation FROM push WHERE push.iden = web_push_notified.push)
     WHERE owner = $1 AND push IN (${pushes.map((_, at) => `$${at + 2}`)})
       AND conversation <> (SELECT push.conversation FROM push WHERE push.iden = web_push_notified.push)`,
    [owner, ...pushes],
  )

/** The notifications that browsers received since a given time, of a conversation's pushes up to a `created` stamp. */
export const notifiedIn = (reader: Reader, owner: string, conversation: string, upTo: Micros, since: Micros) =>
  reader.all<NotifiedRow>(
    `SELECT device, push, edited FROM web_push_notified
     WHERE owner = $1 AND conversation = $2 AND created <= $3 AND sent >= $4 AND closing = 0`,
    [owner, conversation, upTo, since],
  )

/** The latest pushes of a conversation that a browser was notified of since a given time and still shows, latest first. */
export const shownIn = (
  reader: Reader,
  { owner, device }: Pick<SubscriptionRow, 'device' | 'owner'>,
  conversation: string,
  since: Micros,
  limit: number,
) =>
  reader.all<{ push: string; created: Micros }>(
    // Not by the index of `sent`, which would read the browser's notifications in all conversations.
    `SELECT push, created FROM web_push_notified
     WHERE owner = $1 AND conversation = $2 AND device = $3 AND +sent >= $4 AND closing = 0 ORDER BY created DESC LIMIT $5`,
    [owner, conversation, device, since, limit],
  )

const closingAtOnce = 500

export const markClosing = (tx: Writer, device: string, push: string) =>
  tx.run('UPDATE web_push_notified SET closing = 1 WHERE device = $1 AND push = $2', [device, push])

/** Pushes whose notifications a browser has to close: the latest of those it was notified of since a given time. */
export const closingOf = (reader: Reader, device: string, since: Micros) =>
  reader.all<{ push: string; conversation: string }>(
    `SELECT push, conversation FROM web_push_notified WHERE device = $1 AND closing = 1 AND sent >= $2
     ORDER BY sent DESC LIMIT ${closingAtOnce}`,
    [device, since],
  )

/** Deletes the list of notifications that a browser had to close. */
export const deleteClosing = (tx: Writer, device: string) =>
  tx.run('DELETE FROM web_push_notified WHERE device = $1 AND closing = 1', [device])

export async function deleteNotified(tx: Writer, device: string, pushes: readonly string[]): Promise<void> {
  for (const push of pushes) await tx.run('DELETE FROM web_push_notified WHERE device = $1 AND push = $2', [device, push])
}

interface Told {
  owner: string
  conversation: string
  created: Micros
  with_iden: string | null
  with_email_normalized: string | null
  channel_iden: string | null
  source_iden: string | null
}

/** Whether a push no longer needs a notification: its conversation was read or muted, or its sender blocked, since it arrived. */
export async function isSilent(reader: Reader, push: Told, now: Micros): Promise<boolean> {
  const row = await reader.one(
    `SELECT 1 AS one WHERE
       EXISTS (SELECT 1 FROM read_marker WHERE owner = $1 AND conversation = $2 AND active = 1 AND read_to >= $3)
       OR EXISTS (SELECT 1 FROM chat WHERE owner = $1 AND with_email_normalized = $4 AND muted = 1 AND (muted_until IS NULL OR muted_until > $7))
       OR EXISTS (SELECT 1 FROM subscription WHERE owner = $1 AND channel_iden = $6 AND muted = 1 AND (muted_until IS NULL OR muted_until > $7))
       OR EXISTS (SELECT 1 FROM source WHERE iden = $8 AND muted = 1 AND (muted_until IS NULL OR muted_until > $7))
       OR EXISTS (SELECT 1 FROM block WHERE owner = $1 AND active = 1 AND (with_email_normalized = $4 OR with_iden = $5))`,
    [
      push.owner,
      push.conversation,
      push.created,
      push.with_email_normalized,
      push.with_iden,
      push.channel_iden,
      now,
      push.source_iden,
    ],
  )
  return row !== undefined
}

export const deleteFor = deleteOwned(
  { table: 'web_push_subscription', key: 'device' },
  { table: 'web_push_notified', key: 'push' },
)

/** The fingerprints of two devices, if they exist. */
export const fingerprintsOf = (reader: Reader, owner: string, devices: readonly [string, string]) =>
  reader.all<{ iden: string; fingerprint: string | null }>(
    'SELECT iden, fingerprint FROM device WHERE owner = $1 AND active = 1 AND iden IN ($2, $3)',
    [owner, ...devices],
  )
