import type { Channel, Grant, Subscription } from '@waypost/protocol'
import type { Mirror } from '../sync/mirror.ts'
import { isMuted, type Mute } from './mutes.ts'
import type { Target } from './target.ts'

type Entries<T> = ReadonlyMap<string, T>

/** Keys that the section's own routes use; a channel with such a tag has its iden as key. */
const reserved = new Set(['new', 'me'])

/** Own channels, subscriptions to other channels, and authorized apps, by key. `now` in seconds. */
export function followingTargets(
  channels: Entries<Channel>,
  subscriptions: Entries<Subscription>,
  grants: Entries<Grant>,
  now: number,
): Map<string, Target> {
  const targets = new Map<string, Target>()
  const add = (target: Target) => void targets.set(target.key, target)
  const followed = new Map(Array.from(subscriptions.values(), (each) => [each.channel?.iden, each]))
  for (const channel of channels.values()) {
    const subscription = followed.get(channel.iden)
    add({ ...channelTarget(channel, channel, now), type: 'channel', obj: channel, ...(subscription && { subscription }) })
  }
  for (const subscription of subscriptions.values()) {
    const { channel } = subscription
    if (channel && !channels.has(channel.iden))
      add({ ...channelTarget(channel, subscription, now), type: 'subscription', obj: subscription })
  }
  for (const grant of grants.values()) {
    const { client } = grant
    if (client)
      add({
        key: client.iden,
        type: 'grant',
        name: client.name?.trim() || client.iden,
        ...siteOf(client),
        muted: false,
        obj: grant,
      })
  }
  return targets
}

/** Finds a target by the iden of a channel, subscription, grant or app, or by a tag in any case. */
export function findFollowing(targets: readonly Target[], key: string): Target | undefined {
  const tag = key.toLowerCase()
  return (
    targets.find((target) => target.key === key || target.obj?.iden === key || target.subscription?.iden === key) ??
    targets.find((target) => sourceIden(target) === key) ??
    targets.find((target) => channelOf(target)?.tag?.toLowerCase() === tag)
  )
}

/** The conversation that the history of a target shows. */
export function conversationOfTarget({ type, key, obj }: Target): string {
  if (type === 'me') return 'self'
  if (type === 'device') return `device:${key}`
  if (type === 'channel') return `channel:${obj?.iden}`
  if (type === 'subscription') return `channel:${(obj as Subscription).channel?.iden}`
  if (type === 'grant') return `client:${key}`
  if (type === 'source') return `source:${key}`
  return `email:${key}`
}

/** The target of a conversation. */
export function targetOfConversation(targets: readonly Target[], conversation: string): Target | undefined {
  return targets.find((target) => conversationOfTarget(target) === conversation)
}

/** The channel of an own channel's or a subscription's target. */
export function channelOf({ type, obj }: Target): Channel | Subscription['channel'] {
  if (type === 'channel') return obj as Channel
  return type === 'subscription' ? (obj as Subscription).channel : undefined
}

/** Whether the account follows a channel, according to the mirror. */
export function isFollowed(mirror: Mirror, channel: string): boolean {
  for (const each of mirror.of('subscriptions').get().entries.values()) if (each.channel?.iden === channel) return true
  return false
}

function sourceIden(target: Target): string | undefined {
  return target.type === 'grant' ? target.key : channelOf(target)?.iden
}

type Site = { website_url?: string | undefined; image_url?: string | undefined }

function channelTarget(
  channel: Site & { iden: string; tag?: string | undefined; name?: string | undefined },
  mute: Mute,
  now: number,
): Omit<Target, 'type'> {
  const { iden, tag = '' } = channel
  const key = tag === '' || reserved.has(tag.toLowerCase()) ? iden : tag
  const name = channel.name?.trim() || tag || iden
  const { desc, ...site } = siteOf(channel)
  return { key, name, desc: tag !== '' && tag !== name ? `#${tag}` : desc, ...site, muted: isMuted(mute, now) }
}

function siteOf({ website_url, image_url }: Site): { desc: string; url?: string; image_url?: string } {
  return {
    desc: website_url?.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/.*$/, '') ?? '',
    ...(website_url ? { url: website_url } : {}),
    ...(image_url ? { image_url } : {}),
  }
}
