// What these screens say, in English.

import { count, params } from '../ui/words/fill.ts'

export const audit = {
  commandLine: 'Command line of the server',
  more: params('{act} ({details})'),
  times: params('{act}, {count} times'),
}

export const auditActs = {
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
}

export const targetName = {
  me: 'Me',
  justYou: 'Just you',
  device: 'Device',
  app: 'App',
  followers: count({ one: '{count} follower', other: '{count} followers' }),
  two: params('{first} · {second}'),
  shared: params('Shared by {name}'),
  version: params('{device}, version {version}'),
}

export const placeWords = { local: 'Local network' }

export const scopesWords = {
  read: 'read all that you send and receive, and your files',
  send: 'send in your name',
  change: 'see and change your devices, conversations and channels',
  profile: 'see your name and email address',
  push: 'send you push notifications',
  pushRead: 'read your pushes',
  pushWrite: 'send pushes in your name, and delete pushes',
  devices: 'see and change your devices',
  channels: 'see and change your channels and what you follow',
  files: 'upload files',
  texts: 'read and send SMS through your phone',
  admin: 'do what administrators do',
}

export const smsLabels = {
  now: 'Now',
  yesterday: 'Yesterday',
  people: count({ one: '{count} person', other: '{count} people' }),
  noOne: 'Nobody',
}

export const timeWords = {
  justNow: 'Just now',
  yesterday: params('Yesterday {time}'),
  onlyYesterday: 'Yesterday',
  today: 'Today',
}

export const voiceMessage = { words: params('Voice message, {length}'), unknown: 'Voice message' }
