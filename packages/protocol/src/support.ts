import * as v from 'valibot'
import { defineCall } from './wire/call.ts'
import { bodyLength, email, flag, nameLength, text, whole } from './wire/field.ts'

export const sendErrorReport = defineCall({
  name: 'sendErrorReport',
  method: 'POST',
  path: '/v2/error-report',
  does: 'Sends a message to the operators of the server, from the support form or the error page.',
  takes: v.object({
    reply_to: v.optional(text(nameLength)),
    subject: v.optional(text(nameLength)),
    body: v.optional(text(bodyLength)),
    data: v.optional(v.unknown()),
  }),
  who: 'anyone',
  refuses: ['ratelimited'],
})

export const getNetworkAddress = defineCall({
  name: 'getNetworkAddress',
  method: 'GET',
  path: '/v3/network-address',
  does: 'Returns the IP address of the caller as this server sees it, without asking another service.',
  gives: v.object({ ip: v.string() }),
  who: 'anyone',
  operations: 0,
})

export const unsubscribe = defineCall({
  name: 'unsubscribe',
  method: 'POST',
  path: '/v3/unsubscribe/:token',
  does: 'Stops the emails that this server sends to an address without an account; with `undo`, allows them again. The token is in each of these emails.',
  takes: v.object({ token: text(nameLength), undo: v.optional(flag) }),
  gives: v.object({ email: v.string(), stopped: v.boolean() }),
  who: 'anyone',
  refuses: ['not_found'],
})

export const adminSetReplyCount = defineCall({
  name: 'adminSetReplyCount',
  method: 'POST',
  path: '/v3/admin-set-reply-count',
  does: 'Sets how many SMS an account has sent this month. For administrators of the server.',
  takes: v.object({ email, reply_count: whole(0, 1_000_000) }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found'],
})

export const adminUpdateReplyCountQuota = defineCall({
  name: 'adminUpdateReplyCountQuota',
  method: 'POST',
  path: '/v3/admin-update-reply-count-quota',
  does: 'Recalculates the reply quota of an account. For administrators of the server.',
  takes: v.object({ email }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found'],
})

export const adminBecome = defineCall({
  name: 'adminBecome',
  method: 'POST',
  path: '/v3/admin-become',
  does: 'Returns a token of another account, to see what its owner sees. For administrators of the server.',
  takes: v.object({ email: v.optional(email), iden: v.optional(text(nameLength)) }),
  gives: v.object({ access_token: v.string() }),
  who: 'session',
  scope: 'admin',
  refuses: ['elevation_needed', 'forbidden', 'not_found'],
})
