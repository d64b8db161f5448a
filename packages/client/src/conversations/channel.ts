import {
  type Channel,
  createChannel,
  createSubscription,
  deleteChannel,
  deleteSubscription,
  type Subscription,
  type Takes,
  updateChannel,
  updateSubscription,
} from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { byLowercase, newestCreatedFirst, openWrites, type WriteDeps } from '../sync/writes.ts'

export interface SubscriptionActions {
  /** By the channel's name. */
  readonly $all: ReadableAtom<readonly Subscription[]>
  /** The subscription to a channel, by its tag in any case. Read it from `$all` in a screen that must keep up. */
  find(tag: string): Subscription | undefined
  /** The subscription there is, or a new one. @throws Refusal */
  follow(tag: string): Promise<Subscription>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  /** Ends a subscription. */
  remove(iden: string): Promise<boolean>
}

export interface ChannelActions {
  /** Own channels, the newest created first. */
  readonly $all: ReadableAtom<readonly Channel[]>
  /** @throws Refusal, e.g. `tag_taken` */
  create(fields: Takes<typeof createChannel>): Promise<Channel>
  update(iden: string, fields: Omit<Takes<typeof updateChannel>, 'iden'>): Promise<boolean>
  setMuted(iden: string, muted: boolean): Promise<boolean>
  remove(iden: string): Promise<boolean>
}

export function openChannels(parts: WriteDeps): ChannelActions {
  const { create, update, remove } = openWrites(parts, 'channels', 'Channel')
  return {
    $all: newestCreatedFirst(parts.mirror.of('channels')),
    create: (fields) => create(createChannel, fields),
    update: (iden, fields) => update(updateChannel, { ...fields, iden }),
    setMuted: (iden, muted) => update(updateChannel, { iden, muted }),
    remove: (iden) => remove(deleteChannel, iden),
  }
}

export function openSubscriptions(parts: WriteDeps): SubscriptionActions {
  const { create, update, remove } = openWrites(parts, 'subscriptions', 'Subscription')
  const $entries = parts.mirror.of('subscriptions')
  return {
    $all: byLowercase($entries, ({ channel }) => channel?.name || channel?.tag || ''),
    find(tag) {
      const wanted = tag.toLowerCase()
      for (const each of $entries.get().entries.values()) if (each.channel?.tag.toLowerCase() === wanted) return each
      return undefined
    },
    follow: (tag) => create(createSubscription, { channel_tag: tag }),
    setMuted: (iden, muted) => update(updateSubscription, { iden, muted }),
    remove: (iden) => remove(deleteSubscription, iden),
  }
}
