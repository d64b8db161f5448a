// The settings of when this browser notifies of nothing.

import * as v from 'valibot'

export const quietSettings = {
  /** Until when it is quiet by hand, in milliseconds since 1970; 0 for not at all. */
  quietUntil: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  /** Whether it is quiet while the screen is locked. */
  quietWhileLocked: v.optional(v.boolean(), false),
}

/** How long one press makes it quiet, in milliseconds. */
export const quietFor = 60 * 60_000

/** The most that a clock that was set back can add. */
const longest = 2 * quietFor

/** Whether it is quiet by hand at a time in milliseconds. */
export const isQuietByHand = ({ quietUntil }: { quietUntil: number }, now: number): boolean =>
  now < quietUntil && quietUntil - now <= longest
