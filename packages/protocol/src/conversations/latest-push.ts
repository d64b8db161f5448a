import * as v from 'valibot'
import { conversationName, Push } from '../push.ts'
import { defineCall } from '../wire/call.ts'

export const conversationsPerCall = 100

export const getLatestPushes = defineCall({
  name: 'getLatestPushes',
  method: 'POST',
  path: '/v2/history/latest',
  does:
    'Returns the most recently created push of each of several conversations, of those that are not deleted. A conversation without one has ' +
    'no `push`. Like a page, the response ends early before it gets too large: call again with the conversations that are missing.',
  takes: v.object({
    conversations: v.pipe(v.array(conversationName), v.minLength(1), v.maxLength(conversationsPerCall)),
  }),
  gives: v.object({ latest: v.array(v.object({ conversation: v.string(), push: v.optional(Push) })) }),
  who: 'account',
  answersPage: true,
  scope: 'push:read',
  operations: 25,
})
