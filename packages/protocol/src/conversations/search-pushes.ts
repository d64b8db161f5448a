import * as v from 'valibot'
import { conversationName, Push } from '../push.ts'
import { searchKinds } from '../search/kinds.ts'
import { queryLimits, queryLimitsSentence } from '../search/query.ts'
import { Tag } from '../search/tag.ts'
import { defineCall } from '../wire/call.ts'
import { listQuery, number, text } from '../wire/field.ts'

/** Results per page if the caller sets no limit. */
export const searchPageSize = 20
/** The largest offset of a clock from UTC, in minutes. */
const farthestZone = 26 * 60

export const searchPushes = defineCall({
  name: 'searchPushes',
  method: 'GET',
  path: '/v3/search',
  does:
    'Finds pushes that are not deleted, most recently created first, by their title, text, link, file name, and the name and address of the ' +
    'person or channel. `q` has words, each of which begins a word of the push, in any case and with or without accents; Korean, and scripts without ' +
    'spaces, are found within words too, and emoji are words; "quoted words" that stand side by side; `#word`, a tag that begins like this, typed or set; and filters: `from:`, `to:` and `in:` with a name, an address, a tag or `me`; `has:` with `link`, `file`, `image` or ' +
    '`list`; `before:`, `after:` and `on:` with a day, a month or a year like `2025-03-14`, `2025-03`, `2025`, `today`, `yesterday`. What ' +
    'begins with `-` must not be there. `kind`, `tag` and `conversation` narrow it further, also without any words. A page may have fewer results than the limit: as long as there is a `cursor`, there may be more. ' +
    `\`indexed\`, from 0 to 1, is there only while older pushes are still being indexed and not all found. ${queryLimitsSentence} ` +
    'What others wrote can take long to compare, and a search has a quarter of a second of the processor: `partial` is true if that was over ' +
    'before all was compared. With the `cursor` it goes on from there; without one, ask for less.',
  takes: v.object({
    q: v.optional(text(queryLimits.length), ''),
    kind: v.optional(v.picklist(searchKinds)),
    /** Only pushes with this tag, typed or set. */
    tag: v.optional(Tag),
    /** By its name. */
    conversation: v.optional(conversationName),
    limit: listQuery.limit,
    cursor: listQuery.cursor,
    /** The caller's offset ahead of UTC in minutes, which decides where days begin. */
    zone: v.optional(v.pipe(number, v.integer(), v.minValue(-farthestZone), v.maxValue(farthestZone))),
  }),
  gives: v.object({
    pushes: v.array(Push),
    cursor: v.optional(v.string()),
    indexed: v.optional(v.number()),
    partial: v.optional(v.boolean()),
  }),
  who: 'account',
  scope: 'push:read',
  operations: 0,
  refuses: ['ratelimited', 'invalid_cursor'],
})
