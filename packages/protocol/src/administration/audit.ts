// Defines the calls that read the audit log.

import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { number, text } from '../wire/field.ts'
import { administrationPage, emailLength, idenLength } from '../wire/limits.ts'

/** What administrators do that the audit log records. */
export const auditActs = [
  'become',
  'reset-link',
  'invite',
  'invitation-link',
  'revoke-invitation',
  'remove-factors',
  'suspend',
  'unsuspend',
  'make-administrator',
  'unmake-administrator',
  'give-pro',
  'take-pro',
  'storage-limit',
  'end-sessions',
  'delete',
  'set-sms-count',
  // Acts that concern the server, and no person.
  'settings',
  'backup',
  'retry-jobs',
  'retry-feed',
  'test-mail',
  'discard-mail',
  'report-done',
  'report-open',
  'report-answer',
  'report-delete',
] as const
export type AuditAct = (typeof auditActs)[number]

/** One act of an administrator. */
export const AuditEntry = v.object({
  iden: v.string(),
  created: v.number(),
  /** What was done: one of `auditActs`, or one of a newer server. */
  act: v.string(),
  /** The administrator: a name or an email address. Absent for a command on the server's machine. */
  by: v.optional(v.string()),
  /** The email address of the person concerned. Absent if it concerned no person. */
  about: v.optional(v.string()),
  /** More about the act, without secrets. */
  details: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

/** The fields of a list for administrators; the cursor is the one that the page before returned. */
export const administrationQuery = {
  limit: v.optional(
    v.pipe(
      number,
      v.integer(),
      v.minValue(1),
      v.transform((limit) => Math.min(limit, administrationPage)),
    ),
  ),
  cursor: v.optional(text(200)),
}

export const listAuditEntries = defineCall({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/v3/admin/audit',
  does: 'Lists what administrators did within the last year, newest first. For administrators only.',
  takes: v.object({
    ...administrationQuery,
    /** Part of the email address of the person concerned or of the administrator. */
    search: v.optional(text(emailLength)),
    act: v.optional(text(idenLength)),
  }),
  gives: v.object({ entries: v.array(AuditEntry), cursor: v.optional(v.string()) }),
  who: 'owner',
  scope: 'admin',
  refuses: ['forbidden', 'invalid_cursor'],
})

export const listOwnAuditEntries = defineCall({
  name: 'listOwnAuditEntries',
  method: 'GET',
  path: '/v3/audit',
  does: 'Lists what administrators did with the account within the last year, newest first.',
  takes: v.object(administrationQuery),
  gives: v.object({ entries: v.array(AuditEntry), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})
