import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { bodyLength, flag, iden, seconds, text } from '../wire/field.ts'
import { administrationQuery } from './query.ts'

/** A message to support or an error report: the newest of several similar ones. */
export const Report = v.object({
  iden: v.string(),
  created: seconds,
  /** An error report has diagnostics; a message was written by a person. */
  kind: v.picklist(['message', 'error']),
  subject: v.optional(v.string()),
  /** Truncated in lists. */
  body: v.optional(v.string()),
  /** In one line. */
  error: v.optional(v.string()),
  /** As the person typed it. */
  reply_to: v.optional(v.string()),
  /** The email address of the account that it was sent from. */
  account: v.optional(v.string()),
  /** How many similar ones there are, and when the first of them arrived. */
  alike: v.number(),
  first: seconds,
  done: v.optional(v.boolean()),
  answered: v.optional(seconds),
})
export type Report = v.InferOutput<typeof Report>

export const listReports = defineCall({
  name: 'listReports',
  method: 'GET',
  path: '/v3/admin/reports',
  does: 'Lists messages to support and error reports, newest first, those that are alike once. For administrators only.',
  takes: v.object({ ...administrationQuery, done: v.optional(flag) }),
  gives: v.object({ reports: v.array(Report), open: v.number(), cursor: v.optional(v.string()) }),
  who: 'owner',
  scope: 'admin',
  operations: 2,
  refuses: ['forbidden', 'invalid_cursor'],
})

export const getReport = defineCall({
  name: 'getReport',
  method: 'GET',
  path: '/v3/admin/reports/:iden',
  does: 'Returns a message to support or an error report with all that was sent. For administrators only.',
  takes: v.object({ iden }),
  gives: v.object({
    ...Report.entries,
    /** Network address of the sender. */
    address: v.string(),
    data: v.optional(v.unknown()),
  }),
  who: 'owner',
  scope: 'admin',
  operations: 2,
  refuses: ['forbidden', 'not_found'],
})

export const updateReport = defineCall({
  name: 'updateReport',
  method: 'POST',
  path: '/v3/admin/reports/:iden',
  does: 'Marks a message or report, and all that are alike, as done or as open again. For administrators only.',
  takes: v.object({ iden, done: flag }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found'],
})

export const answerReport = defineCall({
  name: 'answerReport',
  method: 'POST',
  path: '/v3/admin/reports/:iden/answer',
  does: 'Answers a message by email, and marks it as done. For administrators only.',
  takes: v.object({ iden, body: v.pipe(text(bodyLength), v.trim(), v.minLength(1)) }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found', 'no_address'],
})

export const deleteReport = defineCall({
  name: 'deleteReport',
  method: 'DELETE',
  path: '/v3/admin/reports/:iden',
  does: 'Deletes a message or report, and all that are alike. For administrators only.',
  takes: v.object({ iden }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'not_found'],
})
