import * as v from 'valibot'
import { defineCall } from '../wire/call.ts'
import { emailLength, idenLength, seconds, text } from '../wire/field.ts'
import { administrationQuery } from './query.ts'

/** What administrators do that the audit log records. */
export const auditActs = [
  'become',
  'reset-link',
  'invite',
  'invitation-link',
  'sign-in-link',
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
  'dismiss-mails',
  'report-done',
  'report-open',
  'report-answer',
  'report-delete',
] as const

/** The security events of people that the audit log records. */
export const securityEvents = [
  'sign-in',
  'machine-sign-in',
  'phone-sign-in',
  'end-session',
  'end-other-sessions',
  'change-password',
  'reset-password',
  'set-password',
  'change-email',
  'codes-on',
  'codes-off',
  'recovery-codes',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'identity-added',
  'identity-removed',
  'claimed',
  'token-created',
  'token-revoked',
  'tokens-reset',
] as const
export type SecurityEvent = (typeof securityEvents)[number]
export type AuditAct = (typeof auditActs)[number] | SecurityEvent

/** Which entries are listed: acts of administrators, or security events of people's own accounts. */
export const auditKinds = ['administrators', 'people'] as const
export type AuditKind = (typeof auditKinds)[number]

/** An act of an administrator, or a security event of a person's own account. */
export const AuditEntry = v.object({
  iden: v.string(),
  created: seconds,
  /**
   * How often it was done, if identical events of an account were so frequent that they were only counted, and when last, in seconds since
   * 1970.
   */
  count: v.optional(v.number()),
  last: v.optional(seconds),
  /** The act: one of `auditActs` or `securityEvents`, or one from a newer server. */
  act: v.string(),
  /**
   * The administrator: a name or an email address; or a sign-in provider by its name. Absent for a command on the server's machine, and for
   * acts of the person.
   */
  by: v.optional(v.string()),
  /** Whether it was done within the account: by its owner, or by someone else who got into it. */
  own: v.optional(v.boolean()),
  /** The email address of the person concerned. Absent if it concerned no person. */
  about: v.optional(v.string()),
  /** Without secrets. */
  details: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
})
export type AuditEntry = v.InferOutput<typeof AuditEntry>

export const listAuditEntries = defineCall({
  name: 'listAuditEntries',
  method: 'GET',
  path: '/v3/admin/audit',
  does:
    'Lists what administrators did, and what people changed of the protection of their accounts, within the last year, newest first. For ' +
    'administrators only.',
  takes: v.object({
    ...administrationQuery,
    /** Part of the email address of the person concerned or of the administrator. */
    search: v.optional(text(emailLength)),
    act: v.optional(text(idenLength)),
    kind: v.optional(v.picklist(auditKinds)),
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
  does:
    'Lists the security events of the account within the last year, newest first: what changed of its protection, and what administrators ' +
    'did with it.',
  takes: v.object(administrationQuery),
  gives: v.object({ entries: v.array(AuditEntry), cursor: v.optional(v.string()) }),
  who: 'owner',
  refuses: ['invalid_cursor'],
})
