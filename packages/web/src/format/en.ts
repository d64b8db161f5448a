import { count, params } from '../ui/words/fill.ts'

export const audit = {
  commandLine: 'Server command line',
  more: params('{act} ({details})'),
  times: params('{act}, {count} times'),
}

export const auditActs = {
  become: 'Signed in as this person for support',
  'reset-link': 'Created a password reset link',
  invite: 'Invited someone',
  'invitation-link': 'Created a new invitation link',
  'sign-in-link': 'Created a sign-in link',
  'revoke-invitation': 'Revoked an invitation',
  'remove-factors': 'Removed second factors',
  suspend: 'Suspended the account',
  unsuspend: 'Lifted the suspension',
  'make-administrator': 'Gave the administrator role',
  'unmake-administrator': 'Removed the administrator role',
  'give-pro': 'Gave Pro',
  'take-pro': 'Removed Pro',
  'storage-limit': 'Set the storage limit',
  'end-sessions': 'Signed out all devices',
  delete: 'Deleted the account',
  'set-sms-count': 'Set this month’s SMS count',
  settings: 'Changed server settings',
  backup: 'Created a backup',
  'retry-jobs': 'Retried jobs',
  'retry-feed': 'Retried a channel’s feed',
  'test-mail': 'Sent a test email',
  'discard-mail': 'Deleted a waiting email',
  'dismiss-mails': 'Dismissed refused emails',
  'report-done': 'Marked a support message as done',
  'report-open': 'Reopened a support message',
  'report-answer': 'Replied to a support message',
  'report-delete': 'Deleted a support message',
  'sign-in': 'Sign-in on a new device',
  'machine-sign-in': 'Machine signed in with a code',
  'phone-sign-in': 'Phone signed in with a QR code',
  'end-session': 'Device signed out from another device',
  'end-other-sessions': 'All other devices signed out',
  'change-password': 'Password changed',
  'reset-password': 'Password reset by link',
  'set-password': 'First password set',
  'change-email': 'Email address changed',
  'codes-on': 'One-time codes turned on',
  'codes-off': 'One-time codes turned off',
  'recovery-codes': 'New recovery codes created',
  'recovery-code-used': 'Recovery code used',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'identity-added': 'Sign-in method added',
  'identity-removed': 'Sign-in method removed',
  claimed: 'Account claimed through a provider that verified the address; earlier sign-in methods removed',
  'token-created': 'Access token created',
  'token-revoked': 'Access token revoked',
  'tokens-reset': 'All tokens reset',
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
  read: 'read everything you send and receive, and your files',
  send: 'send as you',
  change: 'see and change your devices, conversations and channels',
  profile: 'see your name and email address',
  push: 'send you push notifications',
  pushRead: 'read your pushes',
  pushWrite: 'send pushes as you, and delete pushes',
  devices: 'see and change your devices',
  channels: 'see and change your channels and subscriptions',
  files: 'upload files',
  texts: 'read and send SMS through your phone',
  admin: 'do what administrators do',
}

export const smsLabels = {
  now: 'Now',
  yesterday: 'Yesterday',
  people: count({ one: '{count} person', other: '{count} people' }),
  noOne: 'No one',
}

export const timeWords = {
  justNow: 'Just now',
  yesterday: params('Yesterday {time}'),
  onlyYesterday: 'Yesterday',
  today: 'Today',
}

export const voiceMessage = { words: params('Voice message, {length}'), unknown: 'Voice message' }
