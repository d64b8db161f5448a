import * as v from 'valibot'
import { conversationName } from './push.ts'
import { defineCall } from './wire/call.ts'
import { listQuery, seconds, stamp, synced } from './wire/field.ts'

export const readMarkersPerCall = 100

/**
 * How far the user has read a conversation, on any device; in a conversation with a person also how far that person has read it. Those
 * fields are missing while unknown, and if either of the two does not share it.
 */
export const ReadMarker = v.object({
  ...synced,
  /** As returned by `conversationOf`. */
  conversation: v.optional(v.string()),
  /** All pushes created up to this stamp have been read. It only moves forward, unless the user marks the conversation as unread. */
  read_to: v.optional(v.number()),
  /** When the user marked the conversation as unread. Missing once they have opened it again. */
  marked_unread: v.optional(v.number()),
  /** Pushes created up to this stamp have reached a session of the account. It only moves forward. */
  delivered_to: v.optional(v.number()),
  /** The `created` stamp up to which the other person has read the account's pushes, and when that was reported. */
  their_read_to: v.optional(v.number()),
  their_read_at: v.optional(seconds),
  /** The `created` stamp up to which the account's pushes have reached a session of the other person, and when that was reported. */
  their_delivered_to: v.optional(v.number()),
  their_delivered_at: v.optional(seconds),
})
export type ReadMarker = v.InferOutput<typeof ReadMarker>

export const listReadMarkers = defineCall({
  name: 'listReadMarkers',
  method: 'GET',
  path: '/v2/read_markers',
  does: 'Lists how far each conversation has been read, most recently moved marker first.',
  takes: v.object(listQuery),
  gives: v.object({ read_markers: v.array(ReadMarker), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})

export const moveReadMarkers = defineCall({
  name: 'moveReadMarkers',
  method: 'POST',
  path: '/v2/read_markers',
  does:
    'Marks conversations as read up to a time, or as delivered to this session. A marker only moves forward, and not past the newest push; ' +
    'one that the user has marked as unread since takes only what was read after that: a time after it, or with its `marked_unread`; ' +
    'conversations without pushes are left out of the response. The newest incoming pushes that have been read are dismissed, up to 100 in a ' +
    'call. The other person of a conversation learns both, unless one of the two does ' +
    'not share when they have read messages, or blocks the other.',
  takes: v.object({
    markers: v.pipe(
      v.array(
        v.object({
          conversation: conversationName,
          read_to: v.optional(stamp, 0),
          delivered_to: v.optional(stamp, 0),
          /** `marked_unread` of the marker, as far as who reads the conversation knows it. */
          marked_unread: v.optional(stamp, 0),
        }),
      ),
      v.maxLength(readMarkersPerCall),
    ),
  }),
  gives: v.object({ read_markers: v.array(ReadMarker) }),
  who: 'owner',
  operations: 12,
})

export const markUnread = defineCall({
  name: 'markUnread',
  method: 'POST',
  path: '/v2/read_markers/unread',
  does:
    'Marks a conversation as unread on all devices, until somebody looks at it again. Its marker moves back to `read_to`; pushes created ' +
    'later are unread. The other person still sees what they saw, and nothing is notified again.',
  takes: v.object({
    conversation: conversationName,
    /** Moves the marker back to this stamp, if that is earlier. */
    read_to: v.optional(stamp),
  }),
  gives: ReadMarker,
  who: 'owner',
  refuses: ['not_found'],
})
