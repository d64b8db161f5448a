// The settings of the links that this browser opens by itself.

import * as v from 'valibot'

/** People whose links open by themselves, at most. */
export const mostOpenedPeople = 100
/** Links that open at once, at most, whatever is set. */
export const mostLinksAtOnce = 20

export const autoOpenSettings = {
  /** Open what own devices send to this browser. */
  openLinksHere: v.optional(v.boolean(), false),
  /** Open what these people send, by their normalized email addresses. */
  openLinksFrom: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostOpenedPeople)), []),
  /** How many at once; the others are notified of. */
  openLinksAtOnce: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostLinksAtOnce)), 5),
  /** In front of what the person looks at. */
  openLinksInFront: v.optional(v.boolean(), false),
}

const schema = v.object(autoOpenSettings)
export type AutoOpenSettings = v.InferOutput<typeof schema>
