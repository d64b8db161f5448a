// Declares the fields by which people arrange their conversations: until when one is silent, and its place in the lists.

import * as v from 'valibot'
import { flag, seconds, stamp } from '../wire/field.ts'

/** The farthest that a mute may end ahead, in milliseconds. */
export const muteAheadMilliseconds = 366 * 24 * 60 * 60_000

/** Whether new messages notify, in objects. */
export const muteShown = {
  muted: v.optional(v.boolean()),
  /** When a mute ends by itself; without it, it lasts until it is ended. */
  muted_until: v.optional(seconds),
}

/** The place of a conversation in the lists, in objects. At most one of the two is there. */
export const placeShown = {
  /** When it was pinned above all others. */
  pinned: v.optional(seconds),
  /** When it was archived: clients list it apart, until a message arrives that is newer, and not muted. */
  archived: v.optional(seconds),
}

/** The input of calls that mute. `muted_until` mutes, too; `muted` alone mutes without an end. */
export const muteFields = { muted: v.optional(flag), muted_until: v.optional(stamp) }

/** The input of calls that move a conversation in the lists. Each ends the other. */
export const placeFields = { pinned: v.optional(flag), archived: v.optional(flag) }
