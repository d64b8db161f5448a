// The table of synced types, from which all lists of types are derived.

import * as v from 'valibot'
import { ConnectedAccount } from '../account.ts'
import { Block } from '../block.ts'
import { Channel } from '../channel.ts'
import { Chat } from '../chat.ts'
import { Client } from '../client.ts'
import { Contact } from '../contact.ts'
import { SavedDraft } from '../conversations/draft.ts'
import { Device } from '../device.ts'
import { Grant } from '../grant.ts'
import { Push } from '../push.ts'
import { ReadMarker } from '../read-marker.ts'
import { Source } from '../sources/source.ts'
import { Subscription } from '../subscription.ts'
import { Text } from '../text.ts'
import type { Schema } from '../wire/call.ts'
import type { Scope } from '../wire/scope.ts'

interface Definition {
  readonly shape: Schema
  /** The subtype of its tickles; the public API specifies `push` and `device`. */
  readonly subtype: string
  /**
   * Which programs can access it. `all`: those with any token of the account. `owner`: only those with the account's own tokens, because
   * OAuth clients see neither each other nor secrets. `own`: only our own clients, because it is not part of the public API: `everything`
   * returns it only on request, and only live streams with deltas announce it.
   */
  readonly access: 'all' | 'owner' | 'own'
  /**
   * Whether the type joined the public API after others had written programs for it: responses include its list only if it is not empty,
   * because at least one shell program compares the empty response literally.
   */
  readonly isLater?: true
  /** The scope that permits reading its objects, besides `everything`. */
  readonly scope?: Scope
  /** Whether `sync` returns it. */
  readonly inSync?: true
}

/**
 * Every synced type by the name of its list, in the order in which responses list them. A new one is `own` or `isLater`: every response of the
 * public API contains the lists of all others.
 */
const definitions = {
  accounts: { shape: ConnectedAccount, subtype: 'account', access: 'all' },
  blocks: { shape: Block, subtype: 'block', access: 'all' },
  channels: { shape: Channel, subtype: 'channel', access: 'all', scope: 'channels', inSync: true },
  chats: { shape: Chat, subtype: 'chat', access: 'all', inSync: true },
  clients: { shape: Client, subtype: 'client', access: 'owner' },
  contacts: { shape: Contact, subtype: 'contact', access: 'all' },
  devices: { shape: Device, subtype: 'device', access: 'all', scope: 'devices', inSync: true },
  drafts: { shape: SavedDraft, subtype: 'draft', access: 'own' },
  grants: { shape: Grant, subtype: 'grant', access: 'owner', inSync: true },
  pushes: { shape: Push, subtype: 'push', access: 'all', scope: 'push:read', inSync: true },
  read_markers: { shape: ReadMarker, subtype: 'read_marker', access: 'own' },
  scheduled_pushes: { shape: Push, subtype: 'scheduled_push', access: 'own' },
  sources: { shape: Source, subtype: 'source', access: 'owner', isLater: true },
  subscriptions: { shape: Subscription, subtype: 'subscription', access: 'all', scope: 'channels', inSync: true },
  texts: { shape: Text, subtype: 'text', access: 'all', scope: 'texts', inSync: true },
} as const satisfies Record<string, Definition>

type Definitions = typeof definitions
export type SyncedType = keyof Definitions
export type OwnType = { [T in SyncedType]: Definitions[T]['access'] extends 'own' ? T : never }[SyncedType]

type LaterType = { [T in SyncedType]: Definitions[T] extends { isLater: true } ? T : never }[SyncedType]

type TypeInSync = { [T in SyncedType]: Definitions[T] extends { inSync: true } ? T : never }[SyncedType]

export const syncedTypes = Object.keys(definitions) as readonly SyncedType[]

const definitionOf = (type: SyncedType): Definition => definitions[type]
const isOwn = (type: SyncedType): type is OwnType => definitionOf(type).access === 'own'
const isInSync = (type: SyncedType): type is TypeInSync => definitionOf(type).inSync === true
const isLater = (type: SyncedType): type is LaterType => definitionOf(type).isLater === true
const isListed = (type: SyncedType): type is Exclude<SyncedType, OwnType | LaterType> => !isOwn(type) && !isLater(type)

// The pure annotations let the web client's bundler drop the lists that only the server uses.

const eachType = <T>(make: (type: SyncedType) => T) => Object.fromEntries(syncedTypes.map((type) => [type, make(type)]))

/** Types that only the account's own tokens can access. */
export const ownerTypes: readonly SyncedType[] = /* @__PURE__ */ syncedTypes.filter((type) => definitionOf(type).access !== 'all')

/** Types that are not part of the public API. */
export const ownTypes: readonly OwnType[] = /* @__PURE__ */ syncedTypes.filter(isOwn)

/** Types whose lists appear in responses only if they are not empty. */
export const laterTypes: readonly LaterType[] = /* @__PURE__ */ syncedTypes.filter(isLater)

/** Types that `sync` returns. */
export const typesInSync: readonly SyncedType[] = /* @__PURE__ */ syncedTypes.filter(isInSync)

/** The scopes that permit reading objects of a type, besides `everything`. */
export const typeScopes = /* @__PURE__ */ eachType((type) => definitionOf(type).scope) as Readonly<
  Record<SyncedType, Scope | undefined>
>

/** The tickle subtype of each type. */
export const tickleSubtype = /* @__PURE__ */ eachType((type) => definitionOf(type).subtype) as {
  readonly [T in SyncedType]: Definitions[T]['subtype']
}

/** The type of objects in each list. */
export type SyncedObjects = { [T in SyncedType]: v.InferOutput<Definitions[T]['shape']> }

/** Objects of every type, as in `everything` and in live deltas. */
export const ObjectsByType = v.object(
  eachType((type) => v.optional(v.array(definitionOf(type).shape))) as {
    readonly [T in SyncedType]: v.OptionalSchema<v.ArraySchema<Definitions[T]['shape'], undefined>, undefined>
  },
)
export type ObjectsByType = v.InferOutput<typeof ObjectsByType>

/** The fields of a response to `sync` that list objects. */
export const listsInSync = /* @__PURE__ */ listsOf(typesInSync) as {
  readonly [T in TypeInSync]: v.ArraySchema<Definitions[T]['shape'], undefined>
}

/** Lists that every other response contains, in this order, even if they are empty. */
export const listNames = /* @__PURE__ */ withProfiles(/* @__PURE__ */ syncedTypes.filter(isListed))

function listsOf(types: readonly SyncedType[]) {
  return Object.fromEntries(types.map((type) => [type, v.array(definitionOf(type).shape)]))
}

function withProfiles(types: readonly Exclude<SyncedType, OwnType | LaterType>[]) {
  return types.flatMap((type) => (type === 'pushes' ? [type, 'profiles' as const] : [type]))
}
