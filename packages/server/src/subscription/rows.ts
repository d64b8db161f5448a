import { Refusal, type Subscription } from '@waypost/protocol'
import { type MuteColumns, muteObject, notMuted, notPlaced, type PlaceColumns, placeObject } from '../account/arranged.ts'
import type { Account } from '../account/rows.ts'
import type { Change } from '../change.ts'
import { type ChannelRow, countFollowers } from '../channel/rows.ts'
import type { Reader, Writer } from '../db/db.ts'
import { newRow, type SyncedRow, savedTable, saveSynced, syncedObject } from '../db/synced-table.ts'
import { filled } from '../objects.ts'

const subscriptionsPerAccount = 5_000

/** A subscription and, in the columns `channel_...`, the current state of its channel. */
export interface SubscriptionRow extends SyncedRow, MuteColumns, PlaceColumns {
  channel_iden: string
  channel_tag: string | null
  channel_name: string | null
  channel_description: string | null
  channel_image_url: string | null
  channel_website_url: string | null
}

/** The subscription of an account to a channel, or its tombstone, which is reused when the account follows again. */
export const findSubscription = (reader: Reader, owner: string, channel: string) =>
  reader.one<SubscriptionRow>('SELECT * FROM subscription_shown WHERE owner = $1 AND channel_iden = $2', [owner, channel])

/** The followers of a channel in the order of their idens, starting after a given one. */
export const followersAfter = (reader: Reader, channel: string, after: string, limit: number) =>
  reader.all<Pick<Account, 'iden' | 'email' | 'email_normalized'>>(
    `SELECT account.iden, account.email, account.email_normalized FROM subscription JOIN account ON account.iden = subscription.owner
     WHERE subscription.channel_iden = $1 AND subscription.active = 1 AND subscription.owner > $2
     ORDER BY subscription.owner LIMIT $3`,
    [channel, after, limit],
  )

/** The owners of a channel's active subscriptions in order, starting after a given one. */
export async function boxesAfter(reader: Reader, channel: string, after: string, limit: number): Promise<string[]> {
  const rows = await reader.all<{ owner: string }>(
    'SELECT owner FROM subscription WHERE channel_iden = $1 AND active = 1 AND owner > $2 ORDER BY owner LIMIT $3',
    [channel, after, limit],
  )
  return rows.map(({ owner }) => owner)
}

export const someSubscriptionsOf = (reader: Reader, owner: string, limit: number) =>
  reader.all<Pick<SubscriptionRow, 'iden' | 'active' | 'channel_iden'>>(
    'SELECT iden, active, channel_iden FROM subscription WHERE owner = $1 LIMIT $2',
    [owner, limit],
  )

export const deleteSubscriptionRow = (tx: Writer, iden: string) => tx.run('DELETE FROM subscription WHERE iden = $1', [iden])

/** Makes an account follow an open channel, if it doesn't yet. @throws Refusal `invalid_param` if it has since been closed */
export async function follow(tx: Change, owner: string, channel: ChannelRow): Promise<SubscriptionRow> {
  const known = await findSubscription(tx, owner, channel.iden)
  if (known?.active) return known
  if (!(await countFollowers(tx, channel.iden, 1))) throw Refusal.param('channel_tag')
  return saveSubscription(tx, {
    ...newRow(owner, known?.iden, known?.created),
    ...notMuted,
    ...notPlaced,
    channel_iden: channel.iden,
    channel_tag: channel.tag,
    channel_name: channel.name,
    channel_description: channel.description,
    channel_image_url: channel.image_url,
    channel_website_url: channel.website_url,
  })
}

/** Ends an active subscription. */
export async function unfollow(tx: Change, subscription: SubscriptionRow): Promise<void> {
  await countFollowers(tx, subscription.channel_iden, -1)
  await saveSubscription(tx, { ...subscription, ...notMuted, ...notPlaced, active: 0 })
}

/** Saves a subscription without the columns of its channel. */
export const saveSubscription = (tx: Change, subscription: SubscriptionRow) => saveSynced(tx, subscriptions, subscription)

/** A subscription as its owner sees it. */
export const subscriptionObject = (row: SubscriptionRow): Subscription =>
  syncedObject(row, () => ({
    ...muteObject(row),
    ...placeObject(row),
    channel: {
      iden: row.channel_iden,
      tag: row.channel_tag ?? '',
      ...filled({
        name: row.channel_name,
        description: row.channel_description,
        image_url: row.channel_image_url,
        website_url: row.channel_website_url,
      }),
    },
  }))

export const subscriptions = savedTable('subscriptions', 'subscription', subscriptionObject, {
  fixed: ['channel_iden'],
  changing: ['muted', 'muted_until', 'pinned', 'archived'],
  readFrom: 'subscription_shown',
  room: { most: subscriptionsPerAccount, names: 'channels that it follows', advice: 'Unfollow some first.' },
})
