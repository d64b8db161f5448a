// Defines the calls on subscriptions to channels: list, create, update and delete.

import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { flag, iden, listQuery, synced, text } from './wire/field.ts'
import { tagLength } from './wire/limits.ts'

/** A channel that the account follows. */
export const Subscription = v.object({
  ...synced,
  muted: v.optional(v.boolean()),
  channel: v.optional(
    v.object({
      iden: v.string(),
      tag: v.string(),
      name: v.optional(v.string()),
      description: v.optional(v.string()),
      image_url: v.optional(v.string()),
      website_url: v.optional(v.string()),
    }),
  ),
})
export type Subscription = v.InferOutput<typeof Subscription>

export const listSubscriptions = defineCall({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/v2/subscriptions',
  does: 'Lists the subscriptions of the account, most recently modified first.',
  takes: v.object(listQuery),
  gives: v.object({ subscriptions: v.array(Subscription), cursor: v.optional(v.string()) }),
  who: 'account',
  scope: 'channels',
  refuses: ['invalid_cursor'],
})

export const createSubscription = defineCall({
  name: 'createSubscription',
  method: 'POST',
  path: '/v2/subscriptions',
  does: 'Follows a channel. Returns the existing subscription, or creates one.',
  takes: v.object({ channel_tag: text(tagLength) }),
  gives: Subscription,
  who: 'account',
  scope: 'channels',
  refuses: [],
})

export const updateSubscription = defineCall({
  name: 'updateSubscription',
  method: 'POST',
  path: '/v2/subscriptions/:iden',
  does: 'Mutes or unmutes a subscription.',
  takes: v.object({ iden, muted: v.optional(flag) }),
  gives: Subscription,
  who: 'account',
  scope: 'channels',
  refuses: ['not_found'],
})

export const deleteSubscription = defineCall({
  name: 'deleteSubscription',
  method: 'DELETE',
  path: '/v2/subscriptions/:iden',
  does: 'Unfollows a channel.',
  takes: v.object({ iden }),
  gives: v.object({}),
  who: 'account',
  scope: 'channels',
  refuses: ['not_found'],
})
