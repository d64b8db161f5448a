import { Refusal, type Taken, type updateChannel } from '@waypost/protocol'
import { muteAsWanted, notMuted, notPlaced, placeAsWanted } from '../account/arranged.ts'
import { newRow } from '../db/synced-table.ts'
import { type ChannelRow, normalizeTag } from './rows.ts'

/** The job types of a channel. A job's key is the channel, and its payload `{ channel: iden }`. */
export const channelJobs = {
  /** Followers must see its changes. */
  changed: 'channel-changed',
  /** It was closed, so its subscriptions end. */
  closed: 'channel-closed',
  /** Its feed is due. */
  feed: 'channel-feed',
}

/** An open channel with only a tag, which serves as its name until it gets another. */
export function newChannel(iden: string, owner: string, tag: string): ChannelRow {
  return {
    ...newRow(owner, iden),
    tag,
    tag_normalized: normalizeTag(tag),
    name: tag,
    description: null,
    image_url: null,
    website_url: null,
    feed_url: null,
    feed_filters: null,
    feed_error: null,
    ...notMuted,
    ...notPlaced,
    subscriber_count: 0,
  }
}

type Fields = Omit<Taken<typeof updateChannel>, 'iden'>

/** Changes fields of a channel; an empty string clears a field. @throws Refusal `invalid_param` */
export function withFields(row: ChannelRow, fields: Fields): ChannelRow {
  const changed = { ...row, ...muteAsWanted(row, fields), ...placeAsWanted(row, fields) }
  if (fields.name !== undefined) changed.name = fields.name || row.tag
  if (fields.description !== undefined) changed.description = fields.description || null
  for (const name of ['image_url', 'website_url', 'feed_url'] as const) {
    const address = fields[name]
    if (address === undefined) continue
    if (address !== '' && !isWebAddress(address)) throw Refusal.param(name)
    changed[name] = address || null
  }
  if (fields.clear_feed) changed.feed_url = null
  if (fields.feed_filters) changed.feed_filters = fields.feed_filters.length > 0 ? JSON.stringify(fields.feed_filters) : null
  if (changed.feed_url !== row.feed_url) changed.feed_error = null
  return changed
}

/** Pages use it as a link or picture, so it must not run code or contain a password. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/** Whether followers see the difference. */
export function isSeen(before: ChannelRow, after: ChannelRow): boolean {
  const seen = ['name', 'description', 'image_url', 'website_url'] as const
  return seen.some((name) => before[name] !== after[name])
}
