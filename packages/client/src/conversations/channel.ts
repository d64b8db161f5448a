// Lists and changes the channels that the account owns and its subscriptions to channels.

import {
  type Channel,
  checkFeed,
  createChannel,
  createSubscription,
  deleteChannel,
  deleteSubscription,
  Refusal,
  type Subscription,
  type Takes,
  updateChannel,
  updateSubscription,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { PlaceInList } from '../history/target.ts'
import { byLowercase, newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface SubscriptionActions {
  /** Sorted by the channel's name. */
  readonly $all: ReadableAtom<readonly Subscription[]>
  /** By its tag in any case. Screens that must stay up to date read it from `$all`. */
  find(tag: string): Subscription | undefined
  /** Returns the existing subscription, or creates one. @throws Refusal */
  follow(tag: string): Promise<Subscription>
  /** `until` in seconds; without it, a mute has no end. */
  setMuted(iden: string, muted: boolean, until?: number): Promise<boolean>
  place(iden: string, place: PlaceInList): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export interface ChannelActions {
  /** Newest first. */
  readonly $all: ReadableAtom<readonly Channel[]>
  /** @throws Refusal, e.g. `tag_taken` */
  create(fields: Takes<typeof createChannel>): Promise<Channel>
  /** Why the feed cannot be read; undefined if it can, or if we cannot tell now. */
  feedTrouble(address: string): Promise<string | undefined>
  update(iden: string, fields: Omit<Takes<typeof updateChannel>, 'iden'>): Promise<boolean>
  /** `until` in seconds; without it, a mute has no end. */
  setMuted(iden: string, muted: boolean, until?: number): Promise<boolean>
  place(iden: string, place: PlaceInList): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openChannels(deps: WriteDeps): ChannelActions {
  const { create, update, remove } = openWrites(deps, 'channels', 'Channel')
  return {
    $all: newestCreatedFirst(deps.mirror.of('channels')),
    create: (fields) => create(createChannel, fields),
    async feedTrouble(feed_url) {
      try {
        await deps.callRaw(checkFeed, { feed_url })
        return undefined
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return error.param === 'feed_url' ? error.message : undefined
      }
    },
    update: (iden, fields) => update(updateChannel, { ...fields, iden }),
    setMuted: (iden, muted, muted_until) => update(updateChannel, { iden, muted, muted_until }),
    place: (iden, place) => update(updateChannel, { iden, ...place }),
    remove: (iden) => remove(deleteChannel, iden),
  }
}

export function openSubscriptions(deps: WriteDeps): SubscriptionActions {
  const { create, update, remove } = openWrites(deps, 'subscriptions', 'Subscription')
  const $entries = deps.mirror.of('subscriptions')
  return {
    $all: byLowercase($entries, ({ channel }) => channel?.name || channel?.tag || ''),
    find(tag) {
      const wanted = tag.toLowerCase()
      for (const each of $entries.get().entries.values()) if (each.channel?.tag.toLowerCase() === wanted) return each
      return undefined
    },
    follow: (tag) => create(createSubscription, { channel_tag: tag }),
    setMuted: (iden, muted, muted_until) => update(updateSubscription, { iden, muted, muted_until }),
    place: (iden, place) => update(updateSubscription, { iden, ...place }),
    remove: (iden) => remove(deleteSubscription, iden),
  }
}
