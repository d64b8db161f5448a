// Reads rows of several features for administrators.

import { Refusal } from '@waypost/protocol'
import type { Micros } from '../change.ts'
import type { Reader } from '../db/db.ts'
import { bytesOfFile } from '../upload/rows.ts'

interface FailingFeedRow {
  iden: string
  tag: string
  name: string | null
  /** The email address of the owner. */
  owner: string
  feed_url: string
  error: string | null
  failures: number | null
  failing_since: Micros | null
  /** The same for sorting, with 0 for an unknown time. */
  since: Micros
  /** The time of the next read; null if there is none. */
  next: Micros | null
}

const isFailing = '(channel.feed_error IS NOT NULL OR job.failed = 1 OR job.last_error IS NOT NULL)'

/** Whether the feed of a channel is failing, or its job has failed permanently. */
export async function isFeedFailing(reader: Reader, channel: string): Promise<boolean> {
  const row = await reader.one(
    `SELECT channel.iden FROM channel LEFT JOIN job ON job.type = 'channel-feed' AND job.key = channel.iden
     WHERE channel.iden = $1 AND ${isFailing}`,
    [channel],
  )
  return row !== undefined
}

/** One page of the channels whose feed is failing or job has failed for good, longest failing first. @throws Refusal `invalid_cursor` */
export async function failingFeeds(
  reader: Reader,
  limit: number,
  cursor = '0.',
): Promise<{ rows: FailingFeedRow[]; cursor?: string }> {
  const [, since, iden] = /^(\d{1,16})\.([\w-]*)$/.exec(cursor) ?? []
  if (since === undefined) throw new Refusal('invalid_cursor')
  const rows = await reader.all<FailingFeedRow>(
    `SELECT * FROM (
       SELECT channel.iden, channel.tag, channel.name, account.email AS owner, channel.feed_url,
         COALESCE(channel.feed_error, job.last_error) AS error, channel_feed.failures, channel_feed.failing_since,
         COALESCE(channel_feed.failing_since, 0) AS since, CASE WHEN job.failed = 0 THEN job.at END AS next
       FROM channel JOIN account ON account.iden = channel.owner
         LEFT JOIN channel_feed ON channel_feed.channel = channel.iden
         LEFT JOIN job ON job.type = 'channel-feed' AND job.key = channel.iden
       WHERE channel.active = 1 AND channel.feed_url IS NOT NULL
         AND ${isFailing}
     ) AS failing
     WHERE since > $2 OR (since = $2 AND iden > $3) ORDER BY since, iden LIMIT $1`,
    [limit + 1, Number(since), iden ?? ''],
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, ...(rows.length > limit && last && { cursor: `${last.since}.${last.iden}` }) }
}

interface Sum {
  count: number | string
  bytes: number | string | null
}

const total = (row: Sum | undefined) => ({ count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) })

/** The number and size of stored files, and of unfinished uploads. */
export async function filesStored(reader: Reader) {
  const sum = (which: string) => reader.one<Sum>(`SELECT COUNT(*) AS count, SUM(size) AS bytes FROM upload WHERE ${which}`)
  return { files: total(await sum(`state = 'done'`)), unfinished: total(await sum(`state <> 'done'`)) }
}

/** The total bytes of all messages; deleted ones have none. */
export async function messagesStored(reader: Reader): Promise<number> {
  return total(await reader.one<Sum>('SELECT COUNT(*) AS count, SUM(bytes) AS bytes FROM push')).bytes
}

/** The accounts with the most storage in pushes and files, largest first. */
export const largestAccounts = (reader: Reader, limit: number) =>
  reader.all<{ iden: string; email: string; name: string | null; bytes: number | string }>(
    `SELECT account.iden, account.email, account.name, used.bytes FROM (
       SELECT owner, SUM(bytes) AS bytes FROM (
         SELECT owner, SUM(${bytesOfFile}) AS bytes FROM upload WHERE kind IN ('form', 'pieces') GROUP BY owner
         UNION ALL SELECT owner, SUM(bytes) FROM push WHERE payer = owner GROUP BY owner
         UNION ALL SELECT payer, SUM(bytes) FROM push WHERE payer <> owner GROUP BY payer
       ) AS stored GROUP BY owner ORDER BY SUM(bytes) DESC LIMIT $1
     ) AS used JOIN account ON account.iden = used.owner ORDER BY used.bytes DESC, account.iden`,
    [limit],
  )
