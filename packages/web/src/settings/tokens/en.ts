// What these screens say, in English.

import { iAmSure, signInAPhone } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const accessTokens = {
  title: 'Access Tokens',
  lead: 'A program that has a token acts in your name. Give each program its own, and only the access that it needs.',
  access: 'Access',
  everything: 'Everything',
  chosen: 'Only what I choose',
  may: 'The token may:',
  nothingChosen: 'Choose what the token may do.',
  name: 'Name (optional)',
  nameHelp: 'What the token is for, for example the name of the program.',
  expires: 'Expires',
  never: 'Never',
  days: params('After {days} days'),
  expiresAt: params('Expires: {date}'),
  revoke: 'Revoke',
  revokeThis: params('Revoke {name}'),
  revoked: params('{name} is revoked.'),
  revoking: 'Revoking...',
  notRevoked: 'The token was not revoked',
  create: 'Create a token',
  once: 'This is the only time it is shown.',
  notCreated: "Couldn't create the token. Try again.",
  reset: 'Reset all tokens',
  resetLead: 'Every program and every browser is signed out, this one too.',
  sure: iAmSure,
  resetting: 'Resetting...',
  notReset: "Couldn't reset the tokens. Try again.",
}

export const sessionList = {
  title: 'Sessions',
  signInPhone: signInAPhone,
  lead: 'The devices that are signed in to this account. If you do not know one, sign it out and change your password.',
  current: 'This device',
  openedBy: params('Opened by the administrator {name}'),
  end: 'Sign out',
  endThis: params('Sign out {name}'),
  ended: params('{name} is signed out.'),
  ending: 'Signing out...',
  endOthers: 'Sign out all other devices',
  othersEnded: 'All other devices are signed out.',
  sure: iAmSure,
  notEnded: 'The device was not signed out',
  none: 'No other device is signed in.',
}

export const tokenLine = {
  used: params('Last used: {time}'),
  unused: 'Not used yet',
}
