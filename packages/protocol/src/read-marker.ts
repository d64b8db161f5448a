// Defines the calls that list read markers and move them forward.

import * as v from 'valibot'
import { conversationName } from './push.ts'
import { defineCall } from './wire/call.ts'
import { listQuery, stamp, synced } from './wire/field.ts'
import { readMarkersAtOnce } from './wire/limits.ts'

/**
 * How far the user has read a conversation, on any device. In one with a person also how far that person has read it; those fields are
 * missing while nothing is known, and where one of the two does not share it.
 */
export const ReadMarker = v.object({
  ...synced,
  /** As returned by `conversationOf`. */
  conversation: v.optional(v.string()),
  /** All pushes created up to this stamp have been read. It only moves forward. */
  read_to: v.optional(v.number()),
  /** A session of the account has all pushes created up to this stamp. It only moves forward. */
  delivered_to: v.optional(v.number()),
  /** The other person has read what the account sent up to this `created` stamp, and when that was reported. */
  their_read_to: v.optional(v.number()),
  their_read_at: v.optional(v.number()),
  /** A session of the other person has what the account sent up to this `created` stamp, and when that was reported. */
  their_delivered_to: v.optional(v.number()),
  their_delivered_at: v.optional(v.number()),
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
    'conversations without pushes are left out of the response. The newest incoming pushes that have been read are dismissed, up to 100 in a ' +
    'call. The other person of a conversation learns both, unless one of the two does ' +
    'not share when they have read messages, or blocks the other.',
  takes: v.object({
    markers: v.pipe(
      v.array(v.object({ conversation: conversationName, read_to: v.optional(stamp, 0), delivered_to: v.optional(stamp, 0) })),
      v.maxLength(readMarkersAtOnce),
    ),
  }),
  gives: v.object({ read_markers: v.array(ReadMarker) }),
  who: 'owner',
  operations: 12,
  refuses: [],
})
