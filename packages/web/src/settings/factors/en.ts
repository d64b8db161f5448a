import { copied, copy, download, iAmSure, remove, removeNamed, typeTheCode } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { noneYet } from '../en.ts'

export const oneTimeCodes = {
  title: 'One-time codes',
  lead: 'Signing in also asks for a code from an app on your phone, so a stolen password alone isn’t enough.',
  setUp: 'Set up one-time codes',
  notStarted: 'Couldn’t set up one-time codes. Try again.',
  on: params('On since {date}'),
  left: count({ one: '{count} recovery code left.', other: '{count} recovery codes left.' }),
  few: count({
    one: 'Only {count} recovery code left. Create new ones, or you could lose your account if you lose your phone.',
    other: 'Only {count} recovery codes left. Create new ones, or you could lose your account if you lose your phone.',
  }),
  none: 'No recovery codes left. Create new ones, or you lose your account if you lose your phone.',
  renew: 'New recovery codes',
  renewed: 'Your earlier recovery codes no longer work.',
  notRenewed: 'Couldn’t create recovery codes. Try again.',
  off: 'Turn off',
  offThis: 'Turn off one-time codes',
  switchedOff: 'One-time codes are off.',
  switchingOff: 'Turning off…',
  notOff: 'Couldn’t turn off one-time codes. Try again.',
}

export const setUpCodes = {
  scan: 'Scan this with an authenticator app, such as Aegis, Google Authenticator or your password manager.',
  picture: 'QR code with the secret for one-time codes',
  type: 'Or enter the secret in the app:',
  copy: 'Copy secret',
  next: 'Then enter the code that the app shows. One-time codes are off until you do.',
  missing: typeTheCode,
  confirm: 'Turn on',
}

export const recoveryCodesWords = {
  title: 'Your recovery codes',
  lead: 'Keep them where you can find them without your phone. Each works once in place of a code from the app. You won’t see them again.',
  copy: copy,
  copied: copied,
  save: download,
  done: 'I’ve saved them',
  heading: params('Recovery codes of {email} at {host}'),
}

export const passkeyList = {
  title: 'Passkeys',
  lead: 'Sign in with your fingerprint, face, PIN or security key instead of a password and code.',
  add: 'Add a passkey',
  added: 'Passkey added.',
  notAdded: 'Couldn’t add the passkey. Try again.',
  unavailable: 'Passkeys need an https address.',
  name: params('Name of {name}'),
  notRenamed: 'Couldn’t rename the passkey',
  remove: remove,
  removeThis: params(removeNamed),
  removed: params('{name} removed.'),
  removing: 'Removing…',
  sure: iAmSure,
  notRemoved: 'Couldn’t remove the passkey. Try again.',
  none: noneYet,
}
