// What these screens say, in English.

import { copied, copy, download, iAmSure, remove, removeNamed, typeTheCode } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { noneYet } from '../en.ts'

export const oneTimeCodes = {
  title: 'One-time codes',
  lead: 'A second factor: signing in then also asks for a code that an app on your phone shows. A stolen password alone opens nothing.',
  setUp: 'Set up one-time codes',
  notStarted: "Couldn't set up one-time codes. Try again.",
  on: params('On since {date}'),
  left: count({ one: '{count} recovery code is left.', other: '{count} recovery codes are left.' }),
  few: count({
    one: 'Only {count} recovery code is left. Make new ones, or you may lose the account with your phone.',
    other: 'Only {count} recovery codes are left. Make new ones, or you may lose the account with your phone.',
  }),
  none: 'No recovery code is left. Make new ones, or you lose the account with your phone.',
  renew: 'New recovery codes',
  renewed: 'The earlier recovery codes no longer work.',
  notRenewed: "Couldn't create recovery codes. Try again.",
  off: 'Switch off',
  offThis: 'Switch one-time codes off',
  switchedOff: 'One-time codes are off.',
  switchingOff: 'Switching off...',
  notOff: "Couldn't turn off one-time codes. Try again.",
}

export const setUpCodes = {
  scan: 'Scan this with an authenticator app, for example Aegis, Google Authenticator or your password manager.',
  picture: 'QR code with the secret of the one-time codes',
  type: 'Or type the secret into the app:',
  copy: 'Copy the secret',
  next: 'Then type the code that the app shows. Codes are asked for only after that.',
  missing: typeTheCode,
  confirm: 'Switch on',
}

export const recoveryCodesWords = {
  title: 'Your recovery codes',
  lead: 'Keep them where you find them without your phone. Each replaces one code of the app, once. This is the only time they are shown.',
  copy: copy,
  copied: copied,
  save: download,
  done: 'I have kept them',
  heading: params('Recovery codes of {email} at {host}'),
}

export const passkeyList = {
  title: 'Passkeys',
  lead: 'A passkey signs in with the fingerprint, the face or the PIN of a device, or with a security key, instead of a password and a code.',
  add: 'Add a passkey',
  added: 'The passkey is added.',
  notAdded: "Couldn't add the passkey. Try again.",
  unavailable: 'This browser has no passkeys here: they need an https address.',
  name: params('Name of {name}'),
  notRenamed: 'The passkey was not renamed',
  remove: remove,
  removeThis: params(removeNamed),
  removed: params('{name} is removed.'),
  removing: 'Removing...',
  sure: iAmSure,
  notRemoved: "Couldn't remove the passkey. Try again.",
  none: noneYet,
}
