import { confirmEmailAddress, emailAddressLabel, passwordLabel, tryAgain } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { createYourAccount, goToSignIn } from '../en.ts'

const linkNoLongerWorks = 'This link no longer works'

export const confirmEmailWords = {
  title: 'Change your email address?',
  question: params(
    'The address of your account {email} changes to {newEmail}. If you sign in with a password, use the new address from then on.',
  ),
  confirm: 'Use this address',
  proofTitle: confirmEmailAddress,
  proofQuestion: params('Is {email} your address? If so, your account gets messages sent to it.'),
  proofConfirm: 'Yes, it’s mine',
  proven: 'Email address confirmed',
  provenMore: params('Your account gets messages sent to {email}.'),
  expired: linkNoLongerWorks,
  expiredWhy: 'The link was already used, has expired or was replaced by a newer one. Request another in Settings.',
  settings: 'Go to Settings',
  taken: 'This address already has an account',
  takenWhy: 'Someone has signed up with it since. Use another address, or delete that account first.',
  done: 'Email address changed',
  doneMore: params('Your account’s email address is now {email}.'),
  go: 'Go to Waypost',
}

export const confirmSignUpWords = {
  title: createYourAccount,
  email: emailAddressLabel,
  password: passwordLabel,
  elsewhere: 'You opened the link in a different browser, so choose a password here.',
  create: 'Create account',
  ended: linkNoLongerWorks,
  endedWhy: 'The link was already used or is older than 30 minutes. Sign in if you have an account, or sign up again.',
  signIn: goToSignIn,
}

export const resetPasswordWords = {
  title: 'Set a new password',
  email: emailAddressLabel,
  password: 'New password',
  ends: 'This signs out all browsers and devices signed in to this account.',
  save: 'Save and sign in',
  expired: linkNoLongerWorks,
  expiredWhy: 'The link was already used, is older than 30 minutes or was replaced by a newer one.',
  again: 'Get a new link',
  signIn: goToSignIn,
  saved: 'New password set',
  savedBut: 'Couldn’t sign you in. Sign in with your new password.',
}

export const emailedLink = { loading: 'Checking the link…', retry: tryAgain }
