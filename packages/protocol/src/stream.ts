import * as v from 'valibot'
import { ObjectsByType } from './everything.ts'

/**
 * What a live stream says to a client, one JSON object a frame. `type` comes first and `subtype` second: at least one program
 * reads by position.
 *
 * A tickle says that something changed. A stream opened with `?delta=1` finds what changed beside it: a client whose newest stamp
 * equals `after` merges `objects` and is at `modified`; any other asks `getEverything`.
 */
export const ServerFrame = v.variant('type', [
  v.object({ type: v.literal('nop') }),
  v.object({
    type: v.literal('tickle'),
    subtype: v.string(),
    after: v.optional(v.number()),
    modified: v.optional(v.number()),
    objects: v.optional(ObjectsByType),
  }),
  v.object({ type: v.literal('push'), push: v.looseObject({}), targets: v.optional(v.array(v.string())) }),
  /** The server is going away or the reader is too slow: open the stream anew. */
  v.object({ type: v.literal('reconnect') }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrame>

/** What a client may say: nothing but a sign of life, which is ignored. */
export const ClientFrame = v.object({ type: v.literal('nop') })
export type ClientFrame = v.InferOutput<typeof ClientFrame>

/** The subtype of a tickle for each synced type; the public API names the first two. */
export const tickleSubtype = {
  pushes: 'push',
  devices: 'device',
  accounts: 'account',
  blocks: 'block',
  channels: 'channel',
  chats: 'chat',
  clients: 'client',
  contacts: 'contact',
  grants: 'grant',
  read_markers: 'read_marker',
  subscriptions: 'subscription',
  texts: 'text',
} as const
