// Writes the emails on second factors: changes to them, and failed codes.

import { limits } from '@waypost/protocol'
import { type Message, serverName } from '../../mail/mail.ts'

const changes = {
  on: 'One-time codes were switched on. Signing in with a password now asks for a code of the authenticator app, too.',
  off: 'One-time codes were switched off. Signing in no longer asks for a code.',
  renewed: 'New recovery codes were made. The earlier ones no longer work.',
  removed:
    'The administrator of the server has removed your one-time codes and passkeys, as one does for a person who has lost them.',
  'passkey-added': 'A passkey was added. It signs in to your account by itself.',
  'passkey-removed': 'A passkey was removed. It no longer signs in to your account.',
  'password-set': 'A password was set. It signs in to your account together with this address.',
} as const

/** A change of the factors of an account. */
export type FactorChange = keyof typeof changes

const ifNotYou = (origin: string): string[] => [
  '',
  '--',
  'If it was not you, set a new password now: choose "Forgot password?" on the page on which you sign in.',
  `${origin}/signin`,
]

/** The email that tells of a change. */
export function mailOfChange(to: string, origin: string, change: FactorChange): Message {
  return {
    to,
    subject: `The sign-in of your ${serverName} account was changed`,
    text: ['Hello,', '', `This is about your account ${to} on ${origin}.`, changes[change], ...ifNotYou(origin)].join('\n'),
  }
}

/** The email that tells of a used recovery code. */
export function mailOfRecoveryCode(to: string, origin: string, left: number): Message {
  const rest = left === 0 ? 'None is left.' : `${left} of ${limits.recoveryCodes} are left.`
  return {
    to,
    subject: `A recovery code of your ${serverName} account was used`,
    text: [
      'Hello,',
      '',
      `Someone used a recovery code of ${to} on ${origin}. ${rest}`,
      'Make new ones in the settings before you run out of them:',
      `${origin}/#settings/account`,
      ...ifNotYou(origin),
    ].join('\n'),
  }
}

/** The email that tells of wrong one-time codes, which only a person sees who has got past the password. */
export function mailOfCodeGuesses(to: string, origin: string): Message {
  return {
    to,
    subject: `Someone tries to sign in to your ${serverName} account`,
    text: [
      'Hello,',
      '',
      `Someone has tried several wrong one-time codes for ${to} on ${origin}. None was right, and further tries are slowed down.`,
      'If it was not you, someone else knows your password: set a new one now.',
      'Choose "Forgot password?" on the page on which you sign in.',
      `${origin}/signin`,
    ].join('\n'),
  }
}
