import type { Channel, FeedFilter } from '@waypost/protocol'
import { isNotStopped } from '../access-token/rows.ts'
import { type MuteColumns, muteObject, type PlaceColumns, placeObject } from '../account/arranged.ts'
import type { Change, Micros } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { saveRow } from '../db/write-row.ts'
import { filled } from '../objects.ts'

export const channelsPerAccount = 100

/** A channel in its owner's box. Empty fields are null. */
export interface ChannelRow extends SyncedRow, MuteColumns, PlaceColumns {
  /** Null only in a closed channel without followers. */
  tag: string | null
  /** Unique among open channels. */
  tag_normalized: string | null
  name: string | null
  description: string | null
  image_url: string | null
  website_url: string | null
  feed_url: string | null
  /** JSON list. */
  feed_filters: string | null
  feed_error: string | null
  /** The number of active subscriptions; only `countFollowers` writes it. */
  subscriber_count: number
}

export const normalizeTag = (tag: string) => tag.toLowerCase()

/** The open channel with a tag, of any owner. */
export const findChannelByTag = (reader: Reader, tag: string) =>
  reader.one<ChannelRow>('SELECT * FROM channel WHERE tag_normalized = $1 AND active = 1', [normalizeTag(tag)])

/** The open channels with the given tags, of any owner who is not suspended, in no particular order. */
export const channelsByTag = (reader: Reader, tags: readonly string[]) =>
  reader.all<ChannelRow>(
    `SELECT * FROM channel WHERE active = 1 AND tag_normalized IN (${tags.map((_, at) => `$${at + 1}`)})
       AND ${isNotStopped('channel.owner', 'channel directory')}`,
    tags.map(normalizeTag),
  )

/** A channel of any owner, open or closed. */
export const findChannel = (reader: Reader, iden: string) =>
  reader.one<ChannelRow>('SELECT * FROM channel WHERE iden = $1', [iden])

/** The number of open channels of an account. */
export async function channelsOf(reader: Reader, owner: string): Promise<number> {
  const row = await reader.one<{ open: number }>('SELECT COUNT(*) AS open FROM channel WHERE owner = $1 AND active = 1', [owner])
  return row?.open ?? 0
}

/** The idens of up to `limit` of an account's channels. */
export const someChannelsOf = (reader: Reader, owner: string, limit: number) =>
  reader.all<{ iden: string }>('SELECT iden FROM channel WHERE owner = $1 LIMIT $2', [owner, limit])

export const deleteChannelRow = (tx: Writer, iden: string) => tx.run('DELETE FROM channel WHERE iden = $1', [iden])

/** Saves a channel. */
export const saveChannel = (tx: Change, channel: ChannelRow) => saveSynced(tx, channels, channel)

/** Adds a follower to the count of an open channel, or removes one from that of any channel. @returns whether the count changed */
export async function countFollowers(tx: Writer, iden: string, more: 1 | -1): Promise<boolean> {
  const open = more > 0 ? ' AND active = 1' : ''
  const counted = await tx.run(`UPDATE channel SET subscriber_count = subscriber_count + $2 WHERE iden = $1${open}`, [iden, more])
  return counted === 1
}

/** The tags of the most followed open channels, in descending order. */
export async function mostFollowed(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader.all<{ tag: string }>(
    `SELECT tag FROM channel WHERE active = 1 AND subscriber_count > 0
       AND ${isNotStopped('channel.owner', 'channel directory')}
     ORDER BY subscriber_count DESC, iden LIMIT $1`,
    [limit],
  )
  return rows.map(({ tag }) => tag)
}

/** Erases the name and content of a closed channel that has no subscriptions left. */
export const eraseChannel = (tx: Writer, iden: string) =>
  tx.run(
    `UPDATE channel SET tag = NULL, tag_normalized = NULL, name = NULL, description = NULL, image_url = NULL, website_url = NULL,
       feed_url = NULL, feed_filters = NULL, feed_error = NULL
     WHERE iden = $1 AND active = 0`,
    [iden],
  )

/** The state of a channel's feed at the last read. */
export interface FeedRow {
  channel: string
  url: string
  etag: string | null
  last_modified: string | null
  /** The digest of the whole body, for servers that send no ETag. */
  digest: string | null
  /** JSON list of the digests of items; null before the first successful read. */
  seen: string | null
  /** Consecutive failures. */
  failures: number
  /** The time of the first of these failures, in microseconds; null while the feed works. */
  failing_since: Micros | null
}

export const findFeed = (reader: Reader, channel: string) =>
  reader.one<FeedRow>('SELECT * FROM channel_feed WHERE channel = $1', [channel])

export const deleteFeed = (tx: Writer, channel: string) => tx.run('DELETE FROM channel_feed WHERE channel = $1', [channel])

export const saveFeed = (tx: Writer, feed: FeedRow) => saveRow(tx, 'channel_feed', 'channel', feed)

/** A channel as its owner sees it. */
export const channelObject = (row: ChannelRow): Channel =>
  syncedObject(row, () => ({
    ...filled({
      tag: row.tag,
      name: row.name,
      description: row.description,
      image_url: row.image_url,
      website_url: row.website_url,
      feed_url: row.feed_url,
      feed_filters: row.feed_filters === null ? undefined : filtersOf(row),
      feed_error: row.feed_error,
      ...muteObject(row),
      ...placeObject(row),
      subscriber_count: row.subscriber_count,
    }),
  }))

export const filtersOf = (row: Pick<ChannelRow, 'feed_filters'>) => JSON.parse(row.feed_filters ?? '[]') as FeedFilter[]

export const channels = savedTable('channels', 'channel', channelObject, {
  fixed: ['tag', 'tag_normalized', 'subscriber_count'],
  changing: [
    'name',
    'description',
    'image_url',
    'website_url',
    'feed_url',
    'feed_filters',
    'feed_error',
    'muted',
    'muted_until',
    'pinned',
    'archived',
  ],
  room: { most: channelsPerAccount, names: 'channels', advice: 'Delete one first.', claims: true },
})
