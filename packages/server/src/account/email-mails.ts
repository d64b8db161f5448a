// Writes the emails on a new email address: the link to it, and the notice to the old one.

import { limits } from '@waypost/protocol'
import { type Message, serverName } from '../mail/mail.ts'

/** The email with the link that makes an address the one of an account. */
export function mailOfNewAddress(to: string, before: string, origin: string, secret: string): Message {
  return {
    to,
    subject: `Confirm your new email address for ${serverName}`,
    text: [
      'Hello,',
      '',
      `Someone asked to use ${to} instead of ${before} on ${origin}.`,
      '',
      'Open this link to confirm it:',
      `${origin}/confirm-email#token=${secret}`,
      '',
      `The link works once, within ${limits.emailLinkFor / 3_600_000} hours.`,
      `If you sign in with a password, use ${to} from then on.`,
      '',
      '--',
      'If it was not you, ignore this email. Nothing changes.',
    ].join('\n'),
  }
}

/** The email to an address that has an account of its own. The person who asked is not told. */
export function mailOfTakenAddress(to: string, origin: string): Message {
  return {
    to,
    subject: `This address already has a ${serverName} account`,
    text: [
      'Hello,',
      '',
      `Someone asked to use ${to} for another account on ${origin}.`,
      'That is not possible, because there is an account with this address already.',
      '',
      `If it was you: sign in with ${to} and delete that account first, or use another address.`,
      `${origin}/signin`,
      '',
      '--',
      'If it was not you, ignore this email. Nothing changes.',
    ].join('\n'),
  }
}

/** The notice to the address that an account had. */
export function mailOfChangedAddress(to: string, now: string, origin: string, support: string | undefined): Message {
  return {
    to,
    subject: `The email address of your ${serverName} account was changed`,
    text: [
      'Hello,',
      '',
      `Your account on ${origin} now has the email address ${now} instead of ${to}.`,
      '',
      '--',
      `If it was not you, someone else is signed in to your account. Write to ${support ?? `the administrator of ${origin}`} at once:`,
      'they can give the account back to you.',
    ].join('\n'),
  }
}
