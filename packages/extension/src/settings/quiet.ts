import * as v from 'valibot'

export const quietSettings = {
  /** In milliseconds since 1970; 0 if it isn't on. */
  quietUntil: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  quietWhileLocked: v.optional(v.boolean(), false),
}

/** How long one click keeps it quiet, in milliseconds. */
export const quietFor = 60 * 60_000

/** The longest quiet possible, even if the clock was set back, in milliseconds. */
const longest = 2 * quietFor

/** Whether manual quiet is on at a time in milliseconds. */
export const isQuietByHand = ({ quietUntil }: { quietUntil: number }, now: number): boolean =>
  now < quietUntil && quietUntil - now <= longest
