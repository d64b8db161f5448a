import * as v from 'valibot'
import { conversationName, Push } from '../push.ts'
import { defineCall } from '../wire/call.ts'
import { flag, listQuery, stamp } from '../wire/field.ts'

/** Pushes shown at once, and added by each 'Load more', in a history. */
export const pushesPerHistoryPage = 25

export const getHistory = defineCall({
  name: 'getHistory',
  method: 'GET',
  path: '/v2/history',
  does:
    'Lists the pushes of one conversation that are not deleted, most recently created first. `more` tells whether there are older ones: ' +
    'call again with the `created` of the oldest push as `created_before`. With `created_after` it lists those after a push, the earliest ' +
    'first, and `more` tells whether there are later ones.',
  takes: v.object({
    conversation: conversationName,
    created_before: v.optional(stamp),
    /** Instead of `created_before`. */
    created_after: v.optional(stamp),
    limit: listQuery.limit,
    /** With `created_after`: also counts the incoming pushes after it, among the first 10,000. */
    count: v.optional(flag),
    /** Only the pinned pushes, most recently pinned first, all at once because a conversation has few. */
    pinned: v.optional(flag),
  }),
  gives: v.object({
    pushes: v.array(Push),
    more: v.boolean(),
    incoming: v.optional(v.number()),
    first_incoming: v.optional(stamp),
  }),
  who: 'account',
  scope: 'push:read',
})

export const getActivity = defineCall({
  name: 'getActivity',
  method: 'GET',
  path: '/v2/history/activity',
  does: 'Tells which kinds of pushes the account has, for the setup checklist. Deleted pushes do not count.',
  gives: v.object({ links: v.boolean(), files: v.boolean(), chat: v.boolean() }),
  who: 'account',
  scope: 'push:read',
  operations: 3,
})

export const clearHistory = defineCall({
  name: 'clearHistory',
  method: 'DELETE',
  path: '/v2/history',
  does: "Deletes the account's copy of all pushes of one conversation, in the background; the copies of others stay.",
  takes: v.object({ conversation: conversationName }),
  who: 'account',
  scope: 'push:write',
})
