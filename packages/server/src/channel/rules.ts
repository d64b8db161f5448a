import { Refusal, type Taken, type updateChannel } from '@waypost/protocol'
import { type ChannelRow, normalizeTag } from './rows.ts'

/** The types of the jobs that follow a change of a channel; the payload of each says which channel, and its key is the channel. */
export const channelJobs = {
  /** What its followers see of it is different. */
  changed: 'channel-changed',
  /** It is closed: its subscriptions end. */
  closed: 'channel-closed',
  /** Its feed is due to be read. */
  feed: 'channel-feed',
}

/** An open channel with nothing but a tag, which is its name until it is given another. */
export function newChannel(iden: string, owner: string, tag: string): ChannelRow {
  return {
    iden,
    owner,
    active: 1,
    created: 0,
    modified: 0,
    tag,
    tag_normalized: normalizeTag(tag),
    name: tag,
    description: null,
    image_url: null,
    website_url: null,
    feed_url: null,
    feed_filters: null,
    feed_error: null,
    muted: 0,
    subscriber_count: 0,
  }
}

type Fields = Omit<Taken<typeof updateChannel>, 'iden'>

/** A channel with some fields changed; an empty text clears its field. @throws Refusal `invalid_param` */
export function withFields(row: ChannelRow, fields: Fields): ChannelRow {
  const changed = { ...row }
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
  if (fields.muted !== undefined) changed.muted = Number(fields.muted)
  if (changed.feed_url !== row.feed_url) changed.feed_error = null
  return changed
}

/** Whether an address is one of the web. Pages show it as a link or a picture, so it must not run anything or carry a password. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

export function isChanged(before: ChannelRow, after: ChannelRow): boolean {
  return Object.keys(after).some((name) => after[name as keyof ChannelRow] !== before[name as keyof ChannelRow])
}

/** Whether followers see the difference. */
export function isSeen(before: ChannelRow, after: ChannelRow): boolean {
  const seen = ['name', 'description', 'image_url', 'website_url'] as const
  return seen.some((name) => before[name] !== after[name])
}
