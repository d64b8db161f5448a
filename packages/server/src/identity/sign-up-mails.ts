// Writes the emails on new accounts: the proof of an address, and the notice that an address has an account already.

import { limits } from '@waypost/protocol'
import { durationText } from '../http/throttle.ts'
import { type Message, serverName } from '../mail/mail.ts'

/** The email with the link and the code that complete a sign-up. */
export function mailOfSignUp(to: string, origin: string, link: string, code: string): Message {
  return {
    to,
    subject: `${code} is your code for ${serverName}`,
    text: [
      'Hello,',
      '',
      `Someone signs up on ${origin} with the address ${to}.`,
      '',
      'Type this code on the page on which you signed up:',
      code,
      '',
      'Or open this link:',
      `${origin}/provider/local#confirm=${link}`,
      '',
      `Code and link work once, within ${durationText(limits.proofFor)}.`,
      '',
      '--',
      'If it was not you, ignore this email. No account is created then. Give the code to no one.',
    ].join('\n'),
  }
}

/** The email to a person who signs up with an address that has an account. The page says the same to everyone. */
export function mailOfExistingAccount(to: string, origin: string): Message {
  return {
    to,
    subject: `You already have a ${serverName} account`,
    text: [
      'Hello,',
      '',
      `Someone tried to sign up on ${origin} with the address ${to}, which has an account already.`,
      '',
      'If it was you, sign in instead. If you do not know the password, choose "Forgot password?" there:',
      `${origin}/signin`,
      '',
      '--',
      'If it was not you, ignore this email. Nothing changes.',
    ].join('\n'),
  }
}

/** The email with the link and the code that prove the address of an account. */
export function mailOfProof(to: string, origin: string, link: string, code: string): Message {
  return {
    to,
    subject: `${code} is your code for ${serverName}`,
    text: [
      'Hello,',
      '',
      `There is an account with the address ${to} on ${origin}. Confirm that it is yours, so that you get what others send to it.`,
      '',
      'Type this code in the notice at the top of the page:',
      code,
      '',
      'Or open this link:',
      `${origin}/confirm-email#token=${link}`,
      '',
      `Code and link work once, within ${durationText(limits.proofFor)}.`,
      '',
      '--',
      'If it is not your account, ignore this email. Give the code to no one.',
    ].join('\n'),
  }
}

/** The notice that a sign-in with a provider claimed an account that had never proved its address. */
export function mailOfClaimed(to: string, origin: string): Message {
  return {
    to,
    subject: `Your ${serverName} account has a new way to sign in`,
    text: [
      'Hello,',
      '',
      `Someone signed in on ${origin} with a provider that knows that ${to} is their address.`,
      'The account with this address had never been confirmed. It now opens with this sign-in alone: its password, its other ways to sign in',
      'and all its sessions and tokens have ended.',
      '',
      '--',
      'If it was not you, write to the administrator of the server.',
    ].join('\n'),
  }
}
