// Writes the emails on passwords: the link to a new one, and the notice that it was changed.

import { limits } from '@waypost/protocol'
import { durationText } from '../http/throttle.ts'
import { type Message, serverName } from '../mail/mail.ts'

/** The page on which a new password is set. The secret is in the fragment, which browsers send to no server. */
export const resetAddress = (origin: string, secret: string): string => `${origin}/provider/local#reset=${secret}`

/** The email with a link to a new password. */
export function mailOfReset(to: string, origin: string, secret: string): Message {
  return {
    to,
    subject: `Set a new password for ${serverName}`,
    text: [
      'Hello,',
      '',
      `Someone asked for a new password for ${to} on ${origin}.`,
      '',
      'Open this link to set it:',
      resetAddress(origin, secret),
      '',
      `The link works once, within ${durationText(limits.resetLinkFor)}. A newer link ends it.`,
      'All browsers and devices that are signed in to the account are then signed out.',
      '',
      '--',
      'If it was not you, ignore this email. Your password stays as it is.',
    ].join('\n'),
  }
}

/** The email to a person who asked for a new password and signs in with other providers only. */
export function mailWithoutPassword(to: string, origin: string, providers: readonly string[]): Message {
  return {
    to,
    subject: `Your sign-in to ${serverName}`,
    text: [
      'Hello,',
      '',
      `Someone asked for a new password for ${to} on ${origin}.`,
      `This account has no password. Sign in with ${providers.join(' or ')} instead:`,
      `${origin}/signin`,
      '',
      '--',
      'If it was not you, ignore this email.',
    ].join('\n'),
  }
}

/** The email that tells of many wrong passwords. */
export function mailOfGuesses(to: string, origin: string): Message {
  return {
    to,
    subject: `Someone tries to sign in to your ${serverName} account`,
    text: [
      'Hello,',
      '',
      `Someone has tried many wrong passwords for ${to} on ${origin}. None was right, and further tries are slowed down.`,
      'You can sign in as usual.',
      '',
      '--',
      'If it was not you, and other people may know your password, change it in the settings:',
      `${origin}/#settings/account`,
    ].join('\n'),
  }
}

/** The email that tells of a new password. */
export function mailOfNewPassword(to: string, origin: string): Message {
  return {
    to,
    subject: `Your ${serverName} password was changed`,
    text: [
      'Hello,',
      '',
      `The password of ${to} on ${origin} was changed, and all other browsers and devices were signed out.`,
      '',
      '--',
      'If it was not you, set a new password now: choose "Forgot password?" on the page on which you sign in.',
      `${origin}/signin`,
    ].join('\n'),
  }
}
