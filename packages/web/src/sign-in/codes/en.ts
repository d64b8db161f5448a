// What these screens say, in English.

import { typeTheCode } from '../../ui/words/en.ts'

export const codeField = {
  code: 'One-time code',
  help: 'The six digits that your authenticator app shows now.',
  recovery: 'Recovery code',
  recoveryHelp: 'One of the ten codes that you have kept. Each works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the authenticator app',
}

export const codeStep = {
  title: 'Type your code',
  lead: 'This account asks for a one-time code as well.',
  missing: typeTheCode,
  signIn: 'Sign in',
  again: 'Start again',
}
