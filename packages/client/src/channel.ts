import {
  createChannel,
  createSubscription,
  deleteChannel,
  deleteSubscription,
  updateChannel,
  updateSubscription,
} from '@waypost/protocol'
import type { ChannelActions, SubscriptionActions } from './actions.ts'
import { byLowercase, newestCreatedFirst, openWrites, type WriteParts } from './writes.ts'

export function openChannels(parts: WriteParts): ChannelActions {
  const { create, update, remove } = openWrites(parts, 'channels', 'Channel')
  return {
    $all: newestCreatedFirst(parts.mirror.of('channels')),
    create: (fields) => create(createChannel, fields),
    update: (iden, fields) => update(updateChannel, { ...fields, iden }),
    setMuted: (iden, muted) => update(updateChannel, { iden, muted }),
    remove: (iden) => remove(deleteChannel, iden),
  }
}

export function openSubscriptions(parts: WriteParts): SubscriptionActions {
  const { create, update, remove } = openWrites(parts, 'subscriptions', 'Subscription')
  const $rows = parts.mirror.of('subscriptions')
  return {
    $all: byLowercase($rows, ({ channel }) => channel?.name || channel?.tag || ''),
    find(tag) {
      const wanted = tag.toLowerCase()
      for (const each of $rows.get().rows.values()) if (each.channel?.tag.toLowerCase() === wanted) return each
      return undefined
    },
    follow: (tag) => create(createSubscription, { channel_tag: tag }),
    setMuted: (iden, muted) => update(updateSubscription, { iden, muted }),
    remove: (iden) => remove(deleteSubscription, iden),
  }
}
