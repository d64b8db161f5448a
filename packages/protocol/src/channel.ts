import * as v from 'valibot'
import { muteFields, muteShown, placeFields, placeShown } from './conversations/arranged.ts'
import { defineCall } from './wire/call.ts'
import { addressLength, displayName, flag, iden, listQuery, nameLength, synced, text } from './wire/field.ts'

export const tagLength = 100
export const descriptionLength = 10_000

export const filtersPerFeed = 50

/** A condition that items of a feed must meet to be posted. */
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
  /** In one sentence; absent if the last fetch succeeded. */
  feed_error: v.optional(v.string()),
  ...muteShown,
  ...placeShown,
  subscriber_count: v.optional(v.number()),
})
export type Channel = v.InferOutput<typeof Channel>

/** Letters, digits, hyphen and underscore. Tags are compared without case. */
export const tag = v.pipe(v.string(), v.maxLength(tagLength), v.regex(/^[A-Za-z0-9_-]+$/))

/** White space clears a field; an empty string counts as absent. */
const trimmed = (most: number) => v.optional(v.pipe(text(most), v.trim()))

const channelFields = {
  name: v.optional(v.pipe(displayName, v.trim())),
  description: trimmed(descriptionLength),
  image_url: trimmed(addressLength),
  website_url: trimmed(addressLength),
  feed_url: trimmed(addressLength),
  feed_filters: v.optional(v.pipe(v.array(FeedFilter), v.maxLength(filtersPerFeed))),
}

export const listChannels = defineCall({
  name: 'listChannels',
  method: 'GET',
  path: '/v2/channels',
  does: 'Lists the channels that the account owns, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ channels: v.array(Channel), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'channels',
  refuses: ['invalid_cursor'],
})

export const createChannel = defineCall({
  name: 'createChannel',
  method: 'POST',
  path: '/v2/channels',
  does: 'Creates a channel with an unused tag. With `subscribe`, its owner follows it too.',
  takes: v.object({ tag, ...channelFields, subscribe: v.optional(flag) }),
  gives: Channel,
  who: 'account',
  scope: 'channels',
  refuses: ['tag_taken', 'forbidden'],
})

export const checkFeed = defineCall({
  name: 'checkFeed',
  method: 'POST',
  path: '/v2/channel-feed',
  does: 'Reads a feed as a channel would, without posting anything, and returns how many items it has. Refused with the reason if it cannot be read.',
  takes: v.object({ feed_url: text(addressLength) }),
  gives: v.object({ item_count: v.number() }),
  who: 'account',
  scope: 'channels',
  operations: 0,
  refuses: ['ratelimited'],
})

export const updateChannel = defineCall({
  name: 'updateChannel',
  method: 'POST',
  path: '/v2/channels/:iden',
  does: 'Changes the given fields; a single space clears one. The tag cannot change. `clear_feed` removes the feed.',
  takes: v.object({ iden, ...channelFields, ...muteFields, ...placeFields, clear_feed: v.optional(flag) }),
  gives: Channel,
  who: 'account',
  scope: 'channels',
  refuses: ['not_found', 'forbidden'],
})

export const deleteChannel = defineCall({
  name: 'deleteChannel',
  method: 'DELETE',
  path: '/v2/channels/:iden',
  does: 'Deletes a channel and its subscriptions. Followers keep the pushes that they received.',
  takes: v.object({ iden }),
  who: 'account',
  scope: 'channels',
  refuses: ['not_found', 'forbidden'],
})
