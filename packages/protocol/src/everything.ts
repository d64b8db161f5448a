import * as v from 'valibot'
import { ConnectedAccount, Profile } from './account.ts'
import { Block } from './block.ts'
import { defineCall } from './call.ts'
import { Channel } from './channel.ts'
import { Chat } from './chat.ts'
import { Client } from './client.ts'
import { Contact } from './contact.ts'
import { Device } from './device.ts'
import { flag, listQuery } from './field.ts'
import { Grant } from './grant.ts'
import { Push } from './push.ts'
import { ReadMarker } from './read-marker.ts'
import { Subscription } from './subscription.ts'
import { Text } from './text.ts'

/** Every synced type by the name of its list, in the order in which answers carry them. */
export const syncedTypes = [
  'accounts',
  'blocks',
  'channels',
  'chats',
  'clients',
  'contacts',
  'devices',
  'grants',
  'pushes',
  'read_markers',
  'subscriptions',
  'texts',
] as const
export type SyncedType = (typeof syncedTypes)[number]

/** Types that only the account's own tokens hear of: apps that were let in see neither each other nor anybody's secret. */
export const ownerTypes: readonly SyncedType[] = ['clients', 'grants', 'read_markers']

/**
 * Types that the public API does not know. Programs of that API hear nothing of them: `everything` carries them where it is asked to,
 * and of live streams only those that carry what changed.
 */
export const ownTypes: readonly SyncedType[] = ['read_markers']

/** The object that each list holds. */
export interface SyncedObjects {
  accounts: ConnectedAccount
  blocks: Block
  channels: Channel
  chats: Chat
  clients: Client
  contacts: Contact
  devices: Device
  grants: Grant
  pushes: Push
  read_markers: ReadMarker
  subscriptions: Subscription
  texts: Text
}

/**
 * Lists that every answer carries, in this order, also when they are empty: at least one shell program compares the empty answer
 * letter for letter.
 */
export const listNames = [
  'accounts',
  'blocks',
  'channels',
  'chats',
  'clients',
  'contacts',
  'devices',
  'grants',
  'pushes',
  'profiles',
  'subscriptions',
  'texts',
] as const

/** Some objects of every type, as `everything` and a live delta carry them. */
export const ObjectsByType = v.object({
  accounts: v.optional(v.array(ConnectedAccount)),
  blocks: v.optional(v.array(Block)),
  channels: v.optional(v.array(Channel)),
  chats: v.optional(v.array(Chat)),
  clients: v.optional(v.array(Client)),
  contacts: v.optional(v.array(Contact)),
  devices: v.optional(v.array(Device)),
  grants: v.optional(v.array(Grant)),
  pushes: v.optional(v.array(Push)),
  read_markers: v.optional(v.array(ReadMarker)),
  subscriptions: v.optional(v.array(Subscription)),
  texts: v.optional(v.array(Text)),
})
export type ObjectsByType = v.InferOutput<typeof ObjectsByType>

export const getEverything = defineCall({
  name: 'getEverything',
  method: 'GET',
  path: '/v2/everything',
  does:
    'All that changed after `modified_after`, of every type at once, the earliest change first, with a `cursor` while more is ' +
    'waiting; without `modified_after`, the `limit` latest changes.',
  takes: v.object({
    limit: listQuery.limit,
    cursor: listQuery.cursor,
    modified_after: listQuery.modified_after,
    active: listQuery.active,
    active_only: listQuery.active_only,
    read_markers: v.optional(flag),
  }),
  gives: v.object({
    ...ObjectsByType.entries,
    profiles: v.optional(v.array(Profile)),
    cursor: v.optional(v.string()),
  }),
  who: 'account',
  operations: 12,
  refuses: ['invalid_cursor'],
})

export const sync = defineCall({
  name: 'sync',
  method: 'POST',
  path: '/v2/sync',
  does:
    'Without a cursor the latest objects, with one all that changed since it was given, the earliest change first. Ask again with ' +
    'the new `cursor`, at once while there is `more`.',
  takes: v.object({ cursor: listQuery.cursor }),
  gives: v.object({
    devices: v.array(Device),
    chats: v.array(Chat),
    pushes: v.array(Push),
    texts: v.array(Text),
    profiles: v.array(Profile),
    cursor: v.string(),
    more: v.boolean(),
  }),
  who: 'account',
  operations: 8,
  refuses: ['invalid_cursor'],
})
