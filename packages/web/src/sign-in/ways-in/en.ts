import { emailAddressLabel, howOthersSeeYou, noNewAccounts, passwordLabel, wholeEmailAddressLike } from '../../ui/words/en.ts'
import { backToSignIn, passwordMissing, readTheTerms } from '../en.ts'

export const linkSignIn = {
  title: 'Sign in with your link',
  lead: 'Created on the server, this link signs you in once, within 30 minutes.',
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
  invitation: 'This server is invite-only. Open the link in your invitation to sign up.',
  invitedAddress: 'This server is invite-only. Open the link in your invitation, or enter the invited address to get a code.',
  oldInvitation: 'Older emails don’t have a link. Ask the person who invited you for a new invitation.',
  closed: noNewAccounts,
}
