import * as v from 'valibot'
import { defineCall } from './call.ts'
import { email, text, whole } from './field.ts'
import { bodyLength, nameLength } from './limits.ts'

export const sendErrorReport = defineCall({
  name: 'sendErrorReport',
  method: 'POST',
  path: '/v2/error-report',
  does: 'Sends a message to those who look after the server: from the support form, or from the error page.',
  takes: v.object({
    reply_to: v.optional(text(nameLength)),
    subject: v.optional(text(nameLength)),
    body: v.optional(text(bodyLength)),
    data: v.optional(v.unknown()),
  }),
  gives: v.object({}),
  who: 'anyone',
  refuses: ['ratelimited'],
})

export const getNetworkAddress = defineCall({
  name: 'getNetworkAddress',
  method: 'GET',
  path: '/v3/network-address',
  does: 'The network address that a request comes from, as this server sees it. No other service is asked.',
  takes: v.object({}),
  gives: v.object({ ip: v.string() }),
  who: 'anyone',
  operations: 0,
  refuses: [],
})

export const adminSetReplyCount = defineCall({
  name: 'adminSetReplyCount',
  method: 'POST',
  path: '/v3/admin-set-reply-count',
  does: "Sets how many texts an account has sent this month. For the server's administrators.",
  takes: v.object({ email, reply_count: whole(0, 1_000_000) }),
  gives: v.object({}),
  who: 'owner',
  refuses: ['forbidden', 'not_found'],
})

export const adminUpdateReplyCountQuota = defineCall({
  name: 'adminUpdateReplyCountQuota',
  method: 'POST',
  path: '/v3/admin-update-reply-count-quota',
  does: "Works out an account's reply quota anew. For the server's administrators.",
  takes: v.object({ email }),
  gives: v.object({}),
  who: 'owner',
  refuses: ['forbidden', 'not_found'],
})

export const adminBecome = defineCall({
  name: 'adminBecome',
  method: 'POST',
  path: '/v3/admin-become',
  does: "Answers a token of somebody else's account, to see what that person sees. For the server's administrators.",
  takes: v.object({ email: v.optional(email), iden: v.optional(text(nameLength)) }),
  gives: v.object({ access_token: v.string() }),
  who: 'owner',
  refuses: ['forbidden', 'not_found'],
})
