import * as v from 'valibot'
import { Profile } from './account.ts'
import { defineCall } from './call.ts'
import { Chat } from './chat.ts'
import { Device } from './device.ts'
import { listQuery } from './field.ts'
import { Push } from './push.ts'

/** Every synced type by the name of its list, in the order in which answers carry them. */
export const syncedTypes = ['chats', 'devices', 'pushes'] as const
export type SyncedType = (typeof syncedTypes)[number]

/** The object that each list holds. */
export interface SyncedObjects {
  chats: Chat
  devices: Device
  pushes: Push
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
  chats: v.optional(v.array(Chat)),
  devices: v.optional(v.array(Device)),
  pushes: v.optional(v.array(Push)),
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
  }),
  gives: v.object({
    ...ObjectsByType.entries,
    profiles: v.optional(v.array(Profile)),
    cursor: v.optional(v.string()),
  }),
  who: 'account',
  refuses: ['invalid_cursor'],
})
