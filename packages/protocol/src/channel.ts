import * as v from 'valibot'
import { defineCall } from './call.ts'
import { flag, iden, listQuery, synced, text } from './field.ts'
import { addressLength, descriptionLength, feedFilters, nameLength, tagLength } from './limits.ts'
import { Push } from './push.ts'

/** One condition that an item of a feed must meet to be posted. */
export const FeedFilter = v.object({
  field: v.optional(v.picklist(['title', 'body', 'url']), 'title'),
  operator: v.optional(v.picklist(['contains']), 'contains'),
  value: text(nameLength),
  not: v.optional(flag),
  ignore_case: v.optional(flag, true),
})
export type FeedFilter = v.InferOutput<typeof FeedFilter>

/** A channel as its owner sees it. */
export const Channel = v.object({
  ...synced,
  tag: v.optional(v.string()),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  website_url: v.optional(v.string()),
  feed_url: v.optional(v.string()),
  feed_filters: v.optional(v.array(FeedFilter)),
  /** Why the feed could not be read the last time, in one sentence; absent while it can. */
  feed_error: v.optional(v.string()),
  muted: v.optional(v.boolean()),
  subscriber_count: v.optional(v.number()),
})
export type Channel = v.InferOutput<typeof Channel>

/** A channel as anybody sees it. `recent_pushes` is always there. */
export const ChannelInfo = v.object({
  iden: v.string(),
  tag: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  website_url: v.optional(v.string()),
  subscriber_count: v.number(),
  recent_pushes: v.array(Push),
  /** The push that was asked for by its iden, if it is one of this channel. */
  push: v.optional(Push),
})
export type ChannelInfo = v.InferOutput<typeof ChannelInfo>

/** Letters, digits, hyphen and underscore. Two tags that differ only in case are one. */
export const tag = v.pipe(v.string(), v.maxLength(tagLength), v.regex(/^[A-Za-z0-9_-]+$/))

/** White space alone clears a field; nothing at all is as good as the field being absent. */
const trimmed = (most: number) => v.optional(v.pipe(text(most), v.trim()))

const channelFields = {
  name: trimmed(nameLength),
  description: trimmed(descriptionLength),
  image_url: trimmed(addressLength),
  website_url: trimmed(addressLength),
  feed_url: trimmed(addressLength),
  feed_filters: v.optional(v.pipe(v.array(FeedFilter), v.maxLength(feedFilters))),
}

export const listChannels = defineCall({
  name: 'listChannels',
  method: 'GET',
  path: '/v2/channels',
  does: 'The channels that the account owns, the most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ channels: v.array(Channel), cursor: v.optional(v.string()) }),
  who: 'account',
  refuses: ['invalid_cursor'],
})

export const createChannel = defineCall({
  name: 'createChannel',
  method: 'POST',
  path: '/v2/channels',
  does: 'Opens a channel under a tag that nobody has; with `subscribe` its owner follows it too.',
  takes: v.object({ tag, ...channelFields, subscribe: v.optional(flag) }),
  gives: Channel,
  who: 'account',
  refuses: ['tag_taken', 'forbidden'],
})

export const updateChannel = defineCall({
  name: 'updateChannel',
  method: 'POST',
  path: '/v2/channels/:iden',
  does: 'Changes the fields that are given; a single space clears one. The tag stays. `clear_feed` ends reading the feed.',
  takes: v.object({ iden, ...channelFields, muted: v.optional(flag), clear_feed: v.optional(flag) }),
  gives: Channel,
  who: 'account',
  refuses: ['not_found', 'forbidden'],
})

export const deleteChannel = defineCall({
  name: 'deleteChannel',
  method: 'DELETE',
  path: '/v2/channels/:iden',
  does: 'Closes a channel and ends its subscriptions. What its followers received stays theirs.',
  takes: v.object({ iden }),
  gives: v.object({}),
  who: 'account',
  refuses: ['not_found', 'forbidden'],
})

export const getChannelInfo = defineCall({
  name: 'getChannelInfo',
  method: 'GET',
  path: '/v2/channel-info',
  does: 'A channel by its tag, with its latest pushes, and with any one of its pushes on request.',
  takes: v.object({ tag: text(tagLength), no_recent_pushes: v.optional(flag), push_iden: v.optional(iden) }),
  gives: ChannelInfo,
  who: 'anyone',
  refuses: [],
})
