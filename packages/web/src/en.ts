import {
  confirmEmailAddress,
  confirmPayment,
  connectADevice,
  isSigningIn,
  signInFailed,
  signInThisPhone,
  signInTitle,
} from './ui/words/en.ts'

const pageNotFound = '404 Page not found'

export const app = { signingIn: isSigningIn }

export const frames = { expired: 'Session expired' }

export const pageTitles = {
  signIn: signInTitle,
  signingIn: isSigningIn,
  confirmEmail: confirmEmailAddress,
  authError: signInFailed,
  device: connectADevice,
  phone: signInThisPhone,
  apps: 'Apps',
  subscribe: 'Follow a channel',
  channels: 'Channels',
  myChannels: 'My channels',
  myChannel: 'Your channel',
  authorize: 'Authorize an app',
  oauth: 'Third-party apps',
  pro: 'Pro',
  checkout: 'Checkout',
  payment: confirmPayment,
  thanks: 'Thank you',
  support: 'Support',
  loginSuccess: 'Login success',
  notFound: pageNotFound,
  styleGuide: 'Style guide',
  pagePreview: 'Page preview',
  selfTests: 'Self-tests',
}

export const notFoundWords = { title: pageNotFound, home: 'Home' }
