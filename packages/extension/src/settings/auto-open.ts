import * as v from 'valibot'

/** The most people whose links open automatically. */
export const mostOpenedPeople = 100
/** The most links that open at once, whatever the setting. */
export const mostLinksAtOnce = 20

export const autoOpenSettings = {
  /** Open links that the account's own devices send to this browser. */
  openLinksHere: v.optional(v.boolean(), false),
  /** Normalized email addresses. */
  openLinksFrom: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostOpenedPeople)), []),
  /** The rest become notifications. */
  openLinksAtOnce: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostLinksAtOnce)), 5),
  openLinksInFront: v.optional(v.boolean(), false),
}

const schema = v.object(autoOpenSettings)
export type AutoOpenSettings = v.InferOutput<typeof schema>
