// What these screens say, in English.

import { confirmEmailAddress, emailAddressLabel, passwordLabel, tryAgain } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { createYourAccount, goToSignIn } from '../en.ts'

const linkNoLongerWorks = 'This link no longer works'

export const confirmEmailWords = {
  title: 'Change your email address?',
  question: params(
    'Your account {email} gets the address {newEmail}. If you sign in with a password, use the new address from then on.',
  ),
  confirm: 'Use this address',
  proofTitle: confirmEmailAddress,
  proofQuestion: params('Is {email} your address? Then your account gets what others send to it.'),
  proofConfirm: 'It is mine',
  proven: 'Your email address is confirmed',
  provenMore: params('Your account gets what others send to {email}.'),
  expired: linkNoLongerWorks,
  expiredWhy: 'It was used before, it is too old, or you asked for a newer one. Ask for another one in the settings.',
  settings: 'Go to the settings',
  taken: 'This address has an account',
  takenWhy: 'Someone signed up with it in the meantime. Use another address, or delete that account first.',
  done: 'Your email address is changed',
  doneMore: params('Your account now has the address {email}.'),
  go: 'Go to Waypost',
}

export const confirmSignUpWords = {
  title: createYourAccount,
  email: emailAddressLabel,
  password: passwordLabel,
  elsewhere: 'You opened the link in another browser than the one in which you signed up, so choose the password here.',
  create: 'Create account',
  ended: linkNoLongerWorks,
  endedWhy: 'It was used before, or it is older than 30 minutes. If you have an account, sign in; otherwise sign up again.',
  signIn: goToSignIn,
}

export const resetPasswordWords = {
  title: 'Set a new password',
  email: emailAddressLabel,
  password: 'New password',
  ends: 'All browsers and devices that are signed in to this account are then signed out.',
  save: 'Save and sign in',
  expired: linkNoLongerWorks,
  expiredWhy: 'It was used before, it is older than 30 minutes, or you asked for a newer one.',
  again: 'Ask for a new link',
  signIn: goToSignIn,
  saved: 'Your new password is set',
  savedBut: 'Signing in did not work this time. Sign in with your new password.',
}

export const emailedLink = { loading: 'Checking the link', retry: tryAgain }
