// What these screens say, in English.

import { emailAddressLabel, howOthersSeeYou, noNewAccounts, passwordLabel, wholeEmailAddressLike } from '../../ui/words/en.ts'
import { backToSignIn, passwordMissing, readTheTerms } from '../en.ts'

export const linkSignIn = {
  title: 'Sign in with your link',
  lead: 'This link was made on the server. It signs you in once, within 30 minutes.',
  signIn: 'Sign in',
  other: backToSignIn,
}

export const localForm = {
  name: 'Name',
  nameHelp: howOthersSeeYou,
  email: emailAddressLabel,
  password: passwordLabel,
  signIn: 'Sign in',
  signUp: 'Create account',
  terms: 'I agree to the terms of service.',
  readTerms: readTheTerms,
  termsMissing: 'Agree to the terms of service to create an account.',
  emailWrong: wholeEmailAddressLike,
  passwordMissing: passwordMissing,
  passkey: 'Use a passkey instead of a password',
}

export const localWay = {
  forgot: 'Forgot password?',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  toSignUp: 'Create one',
  toSignIn: 'Sign in',
  invitation:
    'This server takes new accounts only by invitation. Open the link in your invitation: it carries a secret that lets you in.',
  invitedAddress:
    'This server takes new accounts only by invitation. Open the link in your invitation, or type the invited address here: it is sent a code.',
  oldInvitation: 'An older email has no such link. Ask the person who invited you for a new one.',
  closed: noNewAccounts,
}
