import { iAmSure, signInAPhone } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const accessTokens = {
  title: 'Access Tokens',
  lead: 'A program with a token acts as you. Give each program its own token, with only the access it needs.',
  access: 'Access',
  everything: 'Everything',
  chosen: 'Only what I choose',
  may: 'The token can:',
  nothingChosen: 'Choose what the token can do.',
  name: 'Name (optional)',
  nameHelp: 'For example, the name of the program.',
  expires: 'Expires',
  never: 'Never',
  days: params('After {days} days'),
  expiresAt: params('Expires: {date}'),
  revoke: 'Revoke',
  revokeThis: params('Revoke {name}'),
  revoked: params('{name} revoked.'),
  revoking: 'Revoking…',
  notRevoked: 'Couldn’t revoke the token',
  create: 'Create token',
  once: 'You won’t see this token again.',
  notCreated: 'Couldn’t create the token. Try again.',
  reset: 'Reset all tokens',
  resetLead: 'This signs out every program and browser, including this one.',
  sure: iAmSure,
  resetting: 'Resetting…',
  notReset: 'Couldn’t reset the tokens. Try again.',
}

export const sessionList = {
  title: 'Sessions',
  signInPhone: signInAPhone,
  lead: 'Devices signed in to this account. If you don’t recognize one, sign it out and change your password.',
  current: 'This device',
  openedBy: params('Opened by administrator {name}'),
  end: 'Sign out',
  endThis: params('Sign out {name}'),
  ended: params('{name} signed out.'),
  ending: 'Signing out…',
  endOthers: 'Sign out all other devices',
  othersEnded: 'All other devices signed out.',
  sure: iAmSure,
  notEnded: 'Couldn’t sign out the device',
  none: 'No other devices are signed in.',
}

export const tokenLine = {
  used: params('Last used: {time}'),
  unused: 'Not used yet',
}
