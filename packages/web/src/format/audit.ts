// Says in words what an administrator did, or what happened to the protection of an account.

import type { AuditAct, AuditEntry } from '@waypost/protocol'
import { i18n, params } from '../ui/language.ts'
import { nameOfPlace } from './place.ts'

const messages = i18n('audit', {
  commandLine: 'Command line of the server',
  more: params('{act} ({details})'),
  times: params('{act}, {count} times'),
})

/** What each act is called, in the audit log and in the settings of the person concerned. */
export const actNames = i18n<Record<AuditAct, string>>('audit-acts', {
  become: 'Signed in as this person for support',
  'reset-link': 'Made a link to a new password',
  invite: 'Invited a person',
  'invitation-link': 'Made a link for an invitation of this person',
  'sign-in-link': 'Made a link to sign in',
  'revoke-invitation': 'Revoked an invitation of this person',
  'remove-factors': 'Removed the second factors',
  suspend: 'Suspended the account',
  unsuspend: 'Ended the suspension',
  'make-administrator': 'Made this person an administrator',
  'unmake-administrator': 'Ended that this person is an administrator',
  'give-pro': 'Gave Pro',
  'take-pro': 'Took Pro',
  'storage-limit': 'Set the storage limit',
  'end-sessions': 'Signed out all devices',
  delete: 'Deleted the account',
  'set-sms-count': 'Set the number of SMS sent this month',
  settings: 'Changed settings of the server',
  backup: 'Made a backup',
  'retry-jobs': 'Retried jobs',
  'retry-feed': 'Retried the feed of a channel',
  'test-mail': 'Sent a test email',
  'discard-mail': 'Deleted an email that waited',
  'dismiss-mails': 'Removed refused emails from the list',
  'report-done': 'Marked a message to support as done',
  'report-open': 'Opened a message to support again',
  'report-answer': 'Answered a message to support',
  'report-delete': 'Deleted a message to support',
  'sign-in': 'Sign-in on a new device',
  'machine-sign-in': 'Sign-in of a machine by a code',
  'phone-sign-in': 'Sign-in of a phone by a QR code',
  'end-session': 'A device was signed out from another one',
  'end-other-sessions': 'All other devices were signed out',
  'change-password': 'The password was changed',
  'reset-password': 'A new password was set by a link',
  'set-password': 'A first password was set',
  'change-email': 'The email address was changed',
  'codes-on': 'One-time codes were switched on',
  'codes-off': 'One-time codes were switched off',
  'recovery-codes': 'New recovery codes were made',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'identity-added': 'A way to sign in was added',
  'identity-removed': 'A way to sign in was removed',
  claimed: 'A provider that knows the address opened the account; all earlier ways in ended',
  'token-created': 'An access token was created',
  'token-revoked': 'An access token was revoked',
  'tokens-reset': 'All tokens were reset',
})

/** Who did it: an administrator, or the command line; undefined for acts in the account itself. */
export const actorOf = ({ by, own }: AuditEntry): string | undefined => (own ? undefined : (by ?? messages.get().commandLine))

/** The act. One that this version does not know is shown as the server names it. */
export function actOf({ count, ...entry }: AuditEntry): string {
  const act = onceOf(entry)
  return count === undefined ? act : messages.get().times({ act, count })
}

function onceOf({ act, details }: Omit<AuditEntry, 'count'>): string {
  const names = actNames.get()
  const name = Object.hasOwn(names, act) ? names[act as AuditAct] : act
  const more = Object.entries(details ?? {}).map(([key, value]) =>
    value === true ? key : `${key}: ${key === 'place' ? nameOfPlace(String(value)) : value}`,
  )
  return more.length === 0 ? name : messages.get().more({ act: name, details: more.join(', ') })
}
