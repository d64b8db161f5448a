// Defines the call that reads the newest pushes of many conversations at once.

import * as v from 'valibot'
import { conversationName, Push } from '../push.ts'
import { defineCall } from '../wire/call.ts'

/** How many pushes a new session fetches per conversation. */
export const firstPushesPerConversation = 40
export const historiesPerCall = 25

export const getHistories = defineCall({
  name: 'getHistories',
  method: 'POST',
  path: '/v2/history/newest',
  does:
    'Returns the 40 most recently created pushes of each of several conversations, of those that are not deleted; `more` tells whether there ' +
    'are older ones. Like a page, the response ends early before it gets too large: call again with the conversations that are missing.',
  takes: v.object({
    conversations: v.pipe(v.array(conversationName), v.minLength(1), v.maxLength(historiesPerCall)),
  }),
  gives: v.object({
    histories: v.array(v.object({ conversation: v.string(), pushes: v.array(Push), more: v.boolean() })),
  }),
  who: 'account',
  answersPage: true,
  scope: 'push:read',
  operations: 25,
})
