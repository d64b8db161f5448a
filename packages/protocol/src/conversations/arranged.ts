// Declares the fields by which people arrange their conversations: a mute with its end, and the place in the lists.

import * as v from 'valibot'
import { flag, seconds, stamp } from '../wire/field.ts'

/** How far ahead a mute may end, in milliseconds. */
export const muteAheadMilliseconds = 366 * 24 * 60 * 60_000

/** The mute fields of objects: a muted conversation does not notify. */
export const muteShown = {
  muted: v.optional(v.boolean()),
  /** When a mute ends automatically; without it, it lasts until it is removed. */
  muted_until: v.optional(seconds),
}

/** The place of a conversation in the lists, in objects. At most one of the two fields is present. */
export const placeShown = {
  /** When it was pinned above all others. */
  pinned: v.optional(seconds),
  /** When it was archived: clients list it separately until a newer, unmuted message arrives. */
  archived: v.optional(seconds),
}

/** The input of calls that mute. `muted_until` mutes too; `muted` alone mutes indefinitely. */
export const muteFields = { muted: v.optional(flag), muted_until: v.optional(stamp) }

/** The input of calls that move a conversation in the lists. Each field clears the other. */
export const placeFields = { pinned: v.optional(flag), archived: v.optional(flag) }
