import * as v from 'valibot'
import { seconds } from '../wire/field.ts'
import { ObjectsByType } from './synced-types.ts'

/** The server sends a `nop` at least this often; some programs drop a stream that is silent for 31 s. */
export const nopMilliseconds = 28_000

/**
 * The frames of a live stream, one JSON object each. `type` comes first and `subtype` second: at least one program reads by position.
 *
 * A tickle announces a change. In a stream opened with `?delta=1` it contains the changed objects: a session whose newest stamp equals
 * `after` merges `objects` and is up to date to `modified`; any other calls `getEverything`.
 */
export const ServerFrame = v.variant('type', [
  v.object({ type: v.literal('nop') }),
  v.object({
    type: v.literal('tickle'),
    subtype: v.string(),
    after: v.optional(v.number()),
    modified: v.optional(seconds),
    objects: v.optional(ObjectsByType),
  }),
  v.object({ type: v.literal('push'), push: v.looseObject({}), targets: v.optional(v.array(v.string())) }),
  /** The server is shutting down or the reader is too slow: reopen the stream. */
  v.object({ type: v.literal('reconnect') }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrame>

/** The only frame that a client may send; it is ignored. */
export const ClientFrame = v.object({ type: v.literal('nop') })
export type ClientFrame = v.InferOutput<typeof ClientFrame>
