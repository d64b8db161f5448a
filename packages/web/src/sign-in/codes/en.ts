import { typeTheCode } from '../../ui/words/en.ts'

export const codeField = {
  code: 'One-time code',
  help: 'The six digits your authenticator app shows now.',
  recovery: 'Recovery code',
  recoveryHelp: 'One of the ten codes you saved. Each works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the authenticator app',
}

export const codeStep = {
  title: 'Enter your code',
  lead: 'This account also needs a one-time code.',
  missing: typeTheCode,
  signIn: 'Sign in',
  again: 'Start over',
}
