import * as v from 'valibot'
import { tagLength } from './channel.ts'
import { Push } from './push.ts'
import { defineCall } from './wire/call.ts'
import { flag, iden, seconds, text } from './wire/field.ts'

/** How many channel summaries one call returns. */
export const summariesPerCall = 50

/** A channel as everyone sees it. `recent_pushes` is always present. */
export const ChannelInfo = v.object({
  iden: v.string(),
  tag: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  website_url: v.optional(v.string()),
  subscriber_count: v.number(),
  recent_pushes: v.array(Push),
  /** Whether the owner's account is suspended; then the channel shows no posts. */
  suspended: v.optional(v.boolean()),
  /** The push that was requested by its iden, if it belongs to this channel. */
  push: v.optional(Push),
})
export type ChannelInfo = v.InferOutput<typeof ChannelInfo>

/** A channel in a list of channels: enough to recognize it, cut to a few words. */
export const ChannelSummary = v.object({
  iden: v.string(),
  tag: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  image_url: v.optional(v.string()),
  subscriber_count: v.number(),
  /** The latest post in a few words; absent if there is none, or the owner's account is suspended. */
  latest_post: v.optional(v.object({ iden: v.string(), created: seconds, type: v.optional(v.string()), text: v.string() })),
})
export type ChannelSummary = v.InferOutput<typeof ChannelSummary>

/** Limits of one call: posts whose copies are counted, and copies counted per post. */
export const countedPosts = { posts: 10, copies: 5_000 }

export const countPostCopies = defineCall({
  name: 'countPostCopies',
  method: 'GET',
  path: '/v2/channels/:iden/posts',
  does:
    `Tells the owner of a channel how many followers have each of its latest ${countedPosts.posts} posts: those to whom it was delivered and who ` +
    `have not deleted it. Counts end at ${countedPosts.copies}.`,
  takes: v.object({ iden }),
  gives: v.object({ posts: v.array(v.object({ iden: v.string(), copies: v.number() })) }),
  who: 'account',
  scope: 'channels',
  refuses: ['not_found', 'forbidden'],
  operations: countedPosts.posts,
})

export const getChannelInfo = defineCall({
  name: 'getChannelInfo',
  method: 'GET',
  path: '/v2/channel-info',
  does: 'Returns a channel by its tag, with its latest pushes and, with `push_iden`, one of its pushes.',
  takes: v.object({ tag: text(tagLength), no_recent_pushes: v.optional(flag), push_iden: v.optional(iden) }),
  gives: ChannelInfo,
  who: 'anyone',
})

export const getChannelSummaries = defineCall({
  name: 'getChannelSummaries',
  method: 'GET',
  path: '/v2/channel-summaries',
  does: 'Returns the channels with the given tags, each with its number of followers and the beginning of its latest post, in the order of the tags. Tags that no channel has are left out.',
  takes: v.object({
    /** Separated by commas. */
    tags: text(summariesPerCall * (tagLength + 1)),
  }),
  gives: v.object({ channels: v.array(ChannelSummary) }),
  who: 'anyone',
  operations: 3,
})
