import * as v from 'valibot'
import { tagLength } from './channel.ts'
import { muteFields, muteShown, placeFields, placeShown } from './conversations/arranged.ts'
import { defineCall } from './wire/call.ts'
import { iden, listQuery, synced, text } from './wire/field.ts'

/** A channel that the account follows. */
export const Subscription = v.object({
  ...synced,
  ...muteShown,
  ...placeShown,
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
})

export const updateSubscription = defineCall({
  name: 'updateSubscription',
  method: 'POST',
  path: '/v2/subscriptions/:iden',
  does: 'Mutes or unmutes a subscription, for some time or without an end, and pins or archives it.',
  takes: v.object({ iden, ...muteFields, ...placeFields }),
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
  who: 'account',
  scope: 'channels',
  refuses: ['not_found'],
})
