import { loggedAttempts, type OutgoingWebhook, type WebhookAttempt } from '@waypost/protocol'
import { type Micros, toSeconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { insertRow, saveRow } from '../db/write-row.ts'
import { filled } from '../objects.ts'

/** An outgoing webhook. Empty fields are null. */
export interface WebhookRow {
  iden: string
  owner: string
  created: Micros
  name: string | null
  /** Null for all conversations. */
  conversation: string | null
  url: string
  /** Signs the messages, so it is stored in plain text. */
  secret: string
  paused: number
  failing_since: Micros | null
}

/** The webhooks of an account, oldest first. */
export const webhooksOf = (reader: Reader, owner: string) =>
  reader.all<WebhookRow>('SELECT * FROM outgoing_webhook WHERE owner = $1 ORDER BY created', [owner])

/** A webhook of this owner. */
export const findWebhook = (reader: Reader, owner: string, iden: string) =>
  reader.one<WebhookRow>('SELECT * FROM outgoing_webhook WHERE iden = $1 AND owner = $2', [iden, owner])

/** The accounts that have webhooks. */
export async function ownersOfWebhooks(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ owner: string }>('SELECT DISTINCT owner FROM outgoing_webhook')
  return rows.map(({ owner }) => owner)
}

export const insertWebhook = (tx: Writer, row: WebhookRow) => insertRow(tx, 'outgoing_webhook', row)

export const saveWebhook = (tx: Writer, row: WebhookRow) => saveRow(tx, 'outgoing_webhook', 'iden', row)

/** Moves the beginning of each failure of an account's webhooks by the part of a time span that came after it. */
export const excuseFailing = (tx: Writer, owner: string, from: Micros, to: Micros) =>
  tx.run(
    `UPDATE outgoing_webhook SET failing_since = failing_since + $3 - CASE WHEN failing_since > $2 THEN failing_since ELSE $2 END
     WHERE owner = $1 AND failing_since < $3`,
    [owner, from, to],
  )

export async function deleteWebhook(tx: Writer, iden: string): Promise<void> {
  await tx.run('DELETE FROM outgoing_webhook_attempt WHERE webhook = $1', [iden])
  await tx.run('DELETE FROM outgoing_webhook WHERE iden = $1', [iden])
}

interface AttemptRow {
  owner: string
  webhook: string
  at: Micros
  push: string
  attempt: number
  status: number | null
  error: string | null
  took: number
}

/** Adds an attempt to the log of a webhook, which keeps only the latest. */
export async function logAttempt(tx: Writer, row: AttemptRow): Promise<void> {
  await insertRow(tx, 'outgoing_webhook_attempt', row)
  await tx.run(
    `DELETE FROM outgoing_webhook_attempt WHERE webhook = $1 AND at < (
       SELECT MIN(at) FROM (SELECT at FROM outgoing_webhook_attempt WHERE webhook = $1 ORDER BY at DESC LIMIT ${loggedAttempts}) AS kept)`,
    [row.webhook],
  )
}

/** The attempts to send to a webhook, latest first. */
export const attemptsOf = (reader: Reader, webhook: string) =>
  reader.all<AttemptRow>('SELECT * FROM outgoing_webhook_attempt WHERE webhook = $1 ORDER BY at DESC', [webhook])

/** A webhook as its owner sees it. */
export const webhookObject = (row: WebhookRow): OutgoingWebhook => ({
  iden: row.iden,
  created: toSeconds(row.created),
  url: row.url,
  ...filled({
    name: row.name,
    conversation: row.conversation,
    paused: row.paused === 1,
    failing_since: row.failing_since === null ? undefined : toSeconds(row.failing_since),
  }),
})

export const attemptObject = ({ at, push, attempt, status, error, took }: AttemptRow): WebhookAttempt => ({
  at: toSeconds(at),
  push_iden: push,
  attempt,
  took,
  ...filled({ status, error }),
})
