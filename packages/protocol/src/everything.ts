// Defines the calls that return changes of all synced types, for catching up and for the bootstrap.

import * as v from 'valibot'
import { ConnectedAccount, Profile } from './account.ts'
import { Block } from './block.ts'
import { Channel } from './channel.ts'
import { Chat } from './chat.ts'
import { Client } from './client.ts'
import { Contact } from './contact.ts'
import { SavedDraft } from './conversations/draft.ts'
import { Device } from './device.ts'
import { Grant } from './grant.ts'
import { Push } from './push.ts'
import { ReadMarker } from './read-marker.ts'
import { Subscription } from './subscription.ts'
import { Text } from './text.ts'
import { defineCall } from './wire/call.ts'
import { flag, listQuery } from './wire/field.ts'
import type { Scope } from './wire/scope.ts'

/** Every synced type by the name of its list, in the order in which responses list them. */
export const syncedTypes = [
  'accounts',
  'blocks',
  'channels',
  'chats',
  'clients',
  'contacts',
  'devices',
  'drafts',
  'grants',
  'pushes',
  'read_markers',
  'scheduled_pushes',
  'subscriptions',
  'texts',
] as const
export type SyncedType = (typeof syncedTypes)[number]

/** Types that only the account's own tokens can access: OAuth clients see neither each other nor secrets. */
export const ownerTypes: readonly SyncedType[] = ['clients', 'drafts', 'grants', 'read_markers', 'scheduled_pushes']

/**
 * Types that are not part of the public API. They are hidden from its programs: `everything` returns them only on request, and of live
 * streams only those with deltas announce them.
 */
export const ownTypes = ['drafts', 'read_markers', 'scheduled_pushes'] as const satisfies readonly SyncedType[]

/** The scopes that permit to see objects of a type, besides `everything`. */
export const typeScopes: Partial<Record<SyncedType, Scope>> = {
  pushes: 'push:read',
  devices: 'devices',
  channels: 'channels',
  subscriptions: 'channels',
  texts: 'texts',
}

/** The type of objects in each list. */
export interface SyncedObjects {
  accounts: ConnectedAccount
  blocks: Block
  channels: Channel
  chats: Chat
  clients: Client
  contacts: Contact
  devices: Device
  drafts: SavedDraft
  grants: Grant
  pushes: Push
  read_markers: ReadMarker
  scheduled_pushes: Push
  subscriptions: Subscription
  texts: Text
}

/**
 * Lists that every response contains, in this order, even if they are empty: at least one shell program compares the empty response
 * literally.
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

/** Objects of every type, as in `everything` and in live deltas. */
export const ObjectsByType = v.object({
  accounts: v.optional(v.array(ConnectedAccount)),
  blocks: v.optional(v.array(Block)),
  channels: v.optional(v.array(Channel)),
  chats: v.optional(v.array(Chat)),
  clients: v.optional(v.array(Client)),
  contacts: v.optional(v.array(Contact)),
  devices: v.optional(v.array(Device)),
  drafts: v.optional(v.array(SavedDraft)),
  grants: v.optional(v.array(Grant)),
  pushes: v.optional(v.array(Push)),
  read_markers: v.optional(v.array(ReadMarker)),
  scheduled_pushes: v.optional(v.array(Push)),
  subscriptions: v.optional(v.array(Subscription)),
  texts: v.optional(v.array(Text)),
})
export type ObjectsByType = v.InferOutput<typeof ObjectsByType>

export const getEverything = defineCall({
  name: 'getEverything',
  method: 'GET',
  path: '/v2/everything',
  does:
    'Lists all changes after `modified_after`, of every type, earliest change first, with a `cursor` while there are more. Without ' +
    '`modified_after`, lists the `limit` latest changes.',
  takes: v.object({
    limit: listQuery.limit,
    cursor: listQuery.cursor,
    modified_after: listQuery.modified_after,
    active: listQuery.active,
    active_only: listQuery.active_only,
    drafts: v.optional(flag),
    read_markers: v.optional(flag),
    scheduled_pushes: v.optional(flag),
  }),
  gives: v.object({
    ...ObjectsByType.entries,
    profiles: v.optional(v.array(Profile)),
    cursor: v.optional(v.string()),
  }),
  who: 'account',
  scope: 'everything',
  operations: 12,
  refuses: ['invalid_cursor'],
})

export const sync = defineCall({
  name: 'sync',
  method: 'POST',
  path: '/v2/sync',
  does:
    'Without a cursor, returns the latest objects; with one, all changes since it was issued, earliest change first. Call again with the ' +
    'new `cursor`, at once if there is `more`.',
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
  scope: 'everything',
  operations: 8,
  refuses: ['invalid_cursor'],
})
