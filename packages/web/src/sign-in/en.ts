// What these screens say, in English.

import {
  addASignInMethod,
  confirmEmailAddress,
  connectADevice,
  emailAddressLabel,
  isSigningIn,
  sendTheLink,
  signedInAs,
  signInFailed,
  signInTitle,
  tryAgain,
  wholeEmailAddressLike,
} from '../ui/words/en.ts'
import { count, params } from '../ui/words/fill.ts'

const askForNewInvitation = 'If you have signed up with it, sign in. Otherwise ask the person who invited you for a new link.'
const notSetUp = 'This server is not set up yet: it has no account.'
const openSetupLink =
  'If you run it, open the link that it printed when it started. `npm start -- admin setup-link` prints another one.'
const signOutHere = 'Sign out here'
export const backToSignIn = 'Back to sign-in'
const checkYourEmail = 'Check your email'
const codeMissing = 'Type the six digits of the code.'
const newCodeSent = 'A new code is on its way.'
export const goToSignIn = 'Go to sign-in'
export const createYourAccount = 'Create your account'
export const readTheTerms = 'Read the terms'
export const continueWith = 'Continue with {name}'
export const passwordMissing = 'Type your password.'

export const authError = {
  title: signInFailed,
  anotherExists: 'This account already exists here. Sign in to it and delete it first, then add it again.',
  email: 'An email address is needed, and none came from your provider’s profile.',
  notInvited: 'This server takes new accounts only by invitation, and there is no open invitation for this address.',
  notInvitedWhat:
    'If you were invited, open the link in your invitation: it carries a secret that lets you in. An older email has no such link. Ask the person who invited you for a new one.',
  inviteEnded: 'This invitation was used or revoked, or it is older than two weeks.',
  inviteEndedWhat: askForNewInvitation,
  inviteOther: 'The invitation is for another email address than the one that you signed in with.',
  inviteOtherWhat: 'Sign in with the invited address, or ask to be invited with yours.',
  taken: 'There is an account with this email address already, and it has another way to sign in.',
  takenWhat: 'Sign in the way you did before. You can then add this sign-in method in the settings, under Connected Accounts.',
  denied: 'You turned back at the sign-in provider, or it did not let you in. Nothing has changed here.',
  deniedWhat: 'Start again if you still want to sign in, or choose another way.',
  provider: 'The sign-in provider did not complete the sign-in.',
  providerWhat: 'Try again in a moment. If it happens again, tell the operator of this server.',
  setup: notSetUp,
  setupWhat: openSetupLink,
  suspended: 'This account is suspended by an administrator of this server.',
  suspendedWhat: 'Nothing is deleted. Ask an administrator of this server about it.',
  domain: 'This server takes new accounts only with email addresses of certain domains, and yours is not one of them.',
  domainWhat: 'Sign up with such an address, e.g. the one at your organization, or ask an administrator of this server.',
  group: 'Your account at the sign-in provider is not in the group that may use this server.',
  groupWhat: 'Ask the people who run the provider to add you to the group, then sign in again.',
  localOff: 'This server takes no passwords and passkeys.',
  localOffWhat: 'Sign in with its sign-in provider.',
  storage: 'Browser storage is not available. Check cookies and extensions.',
  full: 'The storage of this browser is full',
  fullBody:
    'There is no room left here to keep your messages. All that were sent are safe on the server. Free some space on this device, then go back; or sign out here, which clears what this site keeps.',
  fullHere: 'There is no room left here to keep you signed in. Free some space on this device, then try again.',
  back: 'Back to your messages',
  signOut: signOutHere,
  blocked: 'Something is blocking this product: a firewall, proxy, VPN or extension.',
  again: backToSignIn,
}

export const cardWords = {
  home: params('{name}, home'),
  signedIn: 'You are signed in',
  signedInAs: params('This browser is signed in as {email}.'),
  goOn: 'Go on',
  support: params('Get help: {email}'),
  supportPage: 'Get help',
}

export const checkEmail = {
  title: checkYourEmail,
  sent: params('We sent a code to {email}. Type it here, or open the link in the email.'),
  invited: params('If {email} is invited or has an account, an email is on its way. Type its code here, or open its link.'),
  code: 'Code',
  confirm: 'Create account',
  missing: codeMissing,
  nothing: 'Nothing arrives? Look into the spam folder, or send it again. If you have an account already, the email says so.',
  nothingInvited: 'Nothing arrives? Look into the spam folder, or ask the person who invited you for a new invitation.',
  again: 'Send again',
  sentAgain: newCodeSent,
  back: 'Use another address',
}

export const desktopAuth = {
  title: 'Signing in to Waypost',
  signingIn: 'You are signing in to Waypost for a program on this computer.',
  handingOver: 'You are signed in. This page now hands the sign-in to the program that asked for it.',
  wait: 'One moment',
  stuck: 'The program has not answered. Is it still running?',
  nobody: 'You are signed in, but no program on this computer is waiting for it.',
  back: 'You are signed in. If the program has not noticed, it was not waiting for it.',
  again: 'Start the sign-in in the program again, or hand over by hand once it waits.',
  link: 'Hand over by hand',
  retry: tryAgain,
  code: 'Sign in with a code instead',
}

export const deviceCode = {
  title: connectADevice,
  lead: 'A machine without a browser shows a code. Type it here to sign that machine in to your account.',
  given: 'The code is filled in. Continue to see what asks to be signed in to your account.',
  code: 'Code',
  help: 'Eight letters, such as WDJB-MJHT.',
  short: 'The code has eight letters. Look again where it is shown.',
  unknown:
    'Nothing is waiting with this code. It may have expired: a code lasts ten minutes. For a new one, run the command again, or start again in the extension.',
  go: 'Continue',
  name: 'Name',
  address: 'Network address',
  asked: 'Asked',
  account: params(signedInAs),
  connect: 'Connect',
  connecting: 'Connecting',
  refuse: 'Don’t connect',
  connected: 'Connected',
  devices: 'Show my devices',
  refused: 'Not connected',
  refusedWords: params('“{name}” was not signed in.'),
  another: 'Type another code',
}

export const deviceCodeMachine = {
  found: 'Is this your machine?',
  type: 'System',
  warning:
    'Go on only if you started this sign-in yourself, just now. The machine gets access to your whole account. Somebody who sent you a code wants to get in.',
  connected: params('“{name}” is signed in now. You can go back to it.'),
  ended: 'The code has expired: it lasts ten minutes. Run the command again for a new one.',
}

export const deviceCodeBrowser = {
  found: 'Is this your browser?',
  type: 'Browser',
  warning:
    'Go on only if you pressed Connect in the extension yourself, just now. The extension gets access to your whole account. Somebody who sent you a code or a link to this page wants to get in.',
  elsewhere: params(
    'The sign-in was started in {browser}, and this page is open in another browser. Somebody who sent you the link to it wants to get in to your whole account. Go on only if you copied the link yourself, just now.',
  ),
  connected: params('“{name}” is signed in now. You can close this tab: the extension goes on by itself in a few seconds.'),
  ended: 'The code has expired: it lasts ten minutes. Start again in the extension.',
}

export const forgotPasswordWords = {
  title: 'Forgot your password?',
  lead: 'Type your email address. We send you a link that sets a new password.',
  email: emailAddressLabel,
  emailWrong: wholeEmailAddressLike,
  send: sendTheLink,
  sent: checkYourEmail,
  sentTo: params('If there is an account for {email}, a link is on its way. It works once, within 30 minutes.'),
  nothing: 'Nothing arrives? Look into the spam folder, or check the address and send it again.',
  again: 'Send another link',
  noMail: 'This server sends no email. Ask its administrator for a link to a new password.',
  administrator: 'Are you the administrator? This command on the machine of the server makes a link:',
  back: backToSignIn,
  loading: 'Asking how this server resets passwords',
  failed: "Couldn't reach the server. Try again.",
  retry: tryAgain,
}

export const invited = {
  title: params('{name} invites you'),
  checkingTitle: 'Your invitation',
  lead: params('Create an account for {email}. The invitation is for this address alone.'),
  setup: 'Set up this server',
  setupLead: 'Create the first account. It is the one of the administrator.',
  loading: 'Checking the invitation',
  ended: 'This invitation no longer works',
  endedWhy: 'It was used or revoked, or it is older than two weeks.',
  endedWhat: askForNewInvitation,
  signIn: goToSignIn,
  retry: tryAgain,
}

export const passwordField = {
  show: 'Show password',
  hide: 'Hide password',
  showThis: params('Show: {label}'),
  hideThis: params('Hide: {label}'),
  least: count({ one: 'At least {count} character.', other: 'At least {count} characters.' }),
  short: count({ one: 'Use at least {count} character.', other: 'Use at least {count} characters.' }),
}

export const proveEmailWords = {
  title: confirmEmailAddress,
  lead: params(
    'We sent a code to {email}. Until you type it here or open the link in the email, you do not get what others send to you.',
  ),
  code: 'Code',
  confirm: 'Confirm',
  missing: codeMissing,
  again: 'Send again',
  sentAgain: newCodeSent,
  done: 'Your email address is confirmed.',
}

export const providerLocal = {
  signIn: 'Sign in with your email address',
  signUp: createYourAccount,
  none: 'No passwords here',
  noneWhat: 'On this server, people sign in with its sign-in provider. Passwords, and links to a new one, do not work.',
  back: backToSignIn,
  badRedirect: 'This page was asked to hand your sign-in to another site. It does not do that.',
  again: 'Start again',
}

export const sessionExpired = {
  title: 'Your session has expired, please sign in again.',
  signIn: signInTitle,
}

export const signIn = {
  title: signInTitle,
  create: createYourAccount,
  add: addASignInMethod,
  signedOut: 'You are signed out, here and at your sign-in provider.',
  another: 'Sign in as somebody else',
  terms: 'By continuing you agree to the terms of service.',
  readTerms: readTheTerms,
  with: params(continueWith),
  or: 'or',
  passkey: 'Sign in with a passkey',
  loading: 'Loading sign-in methods',
  failed: "Couldn't load sign-in methods. Try again.",
  retry: tryAgain,
  retired: 'Facebook sign-in has ended',
  setup: notSetUp,
  setupWhat: openSetupLink,
  none: 'The operator of this server has not set up a way to sign in yet.',
}

export const signingIn = {
  title: isSigningIn,
  wait: 'Waiting for the server',
  failed: 'Error signing in to your account',
  addFailed: 'Error adding account',
}

export const suspended = {
  title: 'This account is suspended',
  lead: params(
    'An administrator of this server has suspended {email}. Nothing is deleted: when the suspension ends, you can go on here.',
  ),
  again: tryAgain,
  signOut: signOutHere,
}
