// Defines the calls that list read markers and move them forward.

import * as v from 'valibot'
import { conversationName } from './push.ts'
import { defineCall } from './wire/call.ts'
import { listQuery, stamp, synced } from './wire/field.ts'
import { readMarkersAtOnce } from './wire/limits.ts'

/** How far the user has read a conversation, on any device. */
export const ReadMarker = v.object({
  ...synced,
  /** As returned by `conversationOf`. */
  conversation: v.optional(v.string()),
  /** All pushes created up to this stamp have been read. It only moves forward. */
  read_to: v.optional(v.number()),
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
    'Marks conversations as read up to a time. A marker only moves forward, and not past the newest push; conversations without pushes ' +
    'are left out of the response.',
  takes: v.object({
    markers: v.pipe(v.array(v.object({ conversation: conversationName, read_to: stamp })), v.maxLength(readMarkersAtOnce)),
  }),
  gives: v.object({ read_markers: v.array(ReadMarker) }),
  who: 'owner',
  operations: 4,
  refuses: [],
})
