import { durationText } from '../http/rate-limits.ts'
import { type Message, serverName } from '../mail/mail.ts'
import { recoveryCodesPerAccount } from './factors/rules.ts'

/** How long the code and the link that prove an address are valid. */
export const proofMilliseconds = 30 * 60_000

/** How long a password reset link is valid. */
export const resetLinkMilliseconds = 30 * 60_000

/** How long the link to confirm a new email address is valid. */
export const emailLinkMilliseconds = 24 * 60 * 60_000

const letter = (to: string, subject: string, text: string, ifNotYou?: string): Message => ({
  to,
  subject,
  text: ['Hello,', '', text, ...(ifNotYou === undefined ? [] : ['', '--', ifNotYou])].join('\n'),
})

/** The email with the link and the code that complete a sign-up. */
export const mailOfSignUp = (to: string, origin: string, link: string, code: string) =>
  letter(
    to,
    `${code} is your code for ${serverName}`,
    `Someone signs up on ${origin} with the address ${to}.

Type this code on the page on which you signed up:
${code}

Or open this link:
${origin}/provider/local#confirm=${link}

Code and link work once, within ${durationText(proofMilliseconds)}.`,
    'If it was not you, ignore this email. No account is created then. Give the code to no one.',
  )

/** The email to a person who signs up with an address that already has an account. The page shows the same to everyone. */
export const mailOfExistingAccount = (to: string, origin: string) =>
  letter(
    to,
    `You already have a ${serverName} account`,
    `Someone tried to sign up on ${origin} with the address ${to}, which has an account already.

If it was you, sign in instead. If you do not know the password, choose "Forgot password?" there:
${origin}/signin`,
    'If it was not you, ignore this email. Nothing changes.',
  )

/** The email with the link and the code that prove the address of an account. */
export const mailOfProof = (to: string, origin: string, link: string, code: string) =>
  letter(
    to,
    `${code} is your code for ${serverName}`,
    `There is an account with the address ${to} on ${origin}. Confirm that it is yours, so that you get what others send to it.

Type this code in the notice at the top of the page:
${code}

Or open this link:
${origin}/confirm-email#token=${link}

Code and link work once, within ${durationText(proofMilliseconds)}.`,
    'If it is not your account, ignore this email. Give the code to no one.',
  )

/** The notice that a sign-in with a provider claimed an account that had never proved its address. */
export const mailOfClaimed = (to: string, origin: string) =>
  letter(
    to,
    `Your ${serverName} account has a new way to sign in`,
    `Someone signed in on ${origin} with a provider that knows that ${to} is their address.
The account with this address had never been confirmed. It now opens with this sign-in alone: its password, its other ways to sign in
and all its sessions and tokens have ended.`,
    'If it was not you, write to the administrator of the server.',
  )

/** The email with the link that makes an address the account's. */
export const mailOfNewAddress = (to: string, before: string, origin: string, secret: string) =>
  letter(
    to,
    `Confirm your new email address for ${serverName}`,
    `Someone asked to use ${to} instead of ${before} on ${origin}.

Open this link to confirm it:
${origin}/confirm-email#token=${secret}

The link works once, within ${emailLinkMilliseconds / 3_600_000} hours.
If you sign in with a password, use ${to} from then on.`,
    'If it was not you, ignore this email. Nothing changes.',
  )

/** The email to an address that already has an account. The person who asked is not told. */
export const mailOfTakenAddress = (to: string, origin: string) =>
  letter(
    to,
    `This address already has a ${serverName} account`,
    `Someone asked to use ${to} for another account on ${origin}.
That is not possible, because there is an account with this address already.

If it was you: sign in with ${to} and delete that account first, or use another address.
${origin}/signin`,
    'If it was not you, ignore this email. Nothing changes.',
  )

/** The notice to an account's previous address. */
export const mailOfChangedAddress = (to: string, now: string, origin: string, support: string | undefined) =>
  letter(
    to,
    `The email address of your ${serverName} account was changed`,
    `Your account on ${origin} now has the email address ${now} instead of ${to}.`,
    `If it was not you, someone else is signed in to your account. Write to ${support ?? `the administrator of ${origin}`} at once:
they can give the account back to you.`,
  )

/** The page for setting a new password. The secret is in the fragment, which browsers send to no server. */
export const resetAddress = (origin: string, secret: string): string => `${origin}/provider/local#reset=${secret}`

/** The email with a password reset link. */
export const mailOfReset = (to: string, origin: string, secret: string) =>
  letter(
    to,
    `Set a new password for ${serverName}`,
    `Someone asked for a new password for ${to} on ${origin}.

Open this link to set it:
${resetAddress(origin, secret)}

The link works once, within ${durationText(resetLinkMilliseconds)}. A newer link ends it.
All browsers and devices that are signed in to the account are then signed out.`,
    'If it was not you, ignore this email. Your password stays as it is.',
  )

/** The email to a person who requested a new password but signs in only with other providers. */
export const mailWithoutPassword = (to: string, origin: string, providers: readonly string[]) =>
  letter(
    to,
    `Your sign-in to ${serverName}`,
    `Someone asked for a new password for ${to} on ${origin}.
This account has no password. Sign in with ${providers.join(' or ')} instead:
${origin}/signin`,
    'If it was not you, ignore this email.',
  )

/** The email about many wrong passwords. */
export const mailOfGuesses = (to: string, origin: string) =>
  letter(
    to,
    `Someone tries to sign in to your ${serverName} account`,
    `Someone has tried many wrong passwords for ${to} on ${origin}. None was right, and further tries are slowed down.
You can sign in as usual.`,
    `If it was not you, and other people may know your password, change it in the settings:
${origin}/#settings/account`,
  )

const setNewPassword = (origin: string) =>
  `If it was not you, set a new password now: choose "Forgot password?" on the page on which you sign in.\n${origin}/signin`

/** The email about a new password. */
export const mailOfNewPassword = (to: string, origin: string) =>
  letter(
    to,
    `Your ${serverName} password was changed`,
    `The password of ${to} on ${origin} was changed, and all other browsers and devices were signed out.`,
    setNewPassword(origin),
  )

const factorChanges = {
  on: 'One-time codes were switched on. Signing in with a password now asks for a code of the authenticator app, too.',
  off: 'One-time codes were switched off. Signing in no longer asks for a code.',
  renewed: 'New recovery codes were made. The earlier ones no longer work.',
  removed:
    'The administrator of the server has removed your one-time codes and passkeys, as one does for a person who has lost them.',
  'passkey-added': 'A passkey was added. It signs in to your account by itself.',
  'passkey-removed': 'A passkey was removed. It no longer signs in to your account.',
  'password-set': 'A password was set. It signs in to your account together with this address.',
} as const

export type FactorChange = keyof typeof factorChanges

/** The email about a change of an account's factors. */
export const mailOfFactorChange = (to: string, origin: string, change: FactorChange) =>
  letter(
    to,
    `The sign-in of your ${serverName} account was changed`,
    `This is about your account ${to} on ${origin}.\n${factorChanges[change]}`,
    setNewPassword(origin),
  )

/** The email about a used recovery code. */
export const mailOfRecoveryCode = (to: string, origin: string, left: number) =>
  letter(
    to,
    `A recovery code of your ${serverName} account was used`,
    `Someone used a recovery code of ${to} on ${origin}. ${left === 0 ? 'None is left.' : `${left} of ${recoveryCodesPerAccount} are left.`}
Make new ones in the settings before you run out of them:
${origin}/#settings/account`,
    setNewPassword(origin),
  )

/** The email about wrong one-time codes, which can only be entered with the right password. */
export const mailOfCodeGuesses = (to: string, origin: string) =>
  letter(
    to,
    `Someone tries to sign in to your ${serverName} account`,
    `Someone has tried several wrong one-time codes for ${to} on ${origin}. None was right, and further tries are slowed down.
If it was not you, someone else knows your password: set a new one now.
Choose "Forgot password?" on the page on which you sign in.
${origin}/signin`,
  )
