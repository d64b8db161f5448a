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

const askForNewInvitation = 'If you already signed up with it, sign in. Otherwise, ask the person who invited you for a new link.'
const notSetUp = 'This server isn’t set up yet: it has no accounts.'
const openSetupLink =
  'If you run it, open the link it printed when it started. To print another, run `npm start -- admin setup-link`.'
const signOutHere = 'Sign out here'
export const backToSignIn = 'Back to sign-in'
const checkYourEmail = 'Check your email'
const codeMissing = 'Enter the six-digit code.'
const newCodeSent = 'We sent a new code.'
export const goToSignIn = 'Go to sign-in'
export const createYourAccount = 'Create your account'
export const readTheTerms = 'Read the terms'
export const continueWith = 'Continue with {name}'
export const passwordMissing = 'Enter your password.'

export const authError = {
  title: signInFailed,
  anotherExists: 'This account already exists here. Sign in to it and delete it, then add it again.',
  email: 'Your provider didn’t share an email address, which you need to sign in.',
  notInvited: 'This server is invite-only, and this address has no open invitation.',
  notInvitedWhat:
    'Were you invited? Open the link in your invitation. Older emails don’t have one: ask the person who invited you for a new invitation.',
  inviteEnded: 'This invitation was already used, was revoked or is older than two weeks.',
  inviteEndedWhat: askForNewInvitation,
  inviteOther: 'This invitation is for a different email address than the one you signed in with.',
  inviteOtherWhat: 'Sign in with the invited address, or ask for an invitation to yours.',
  taken: 'An account with this email address already exists, with another sign-in method.',
  takenWhat: 'Sign in the way you did before. Then add this sign-in method in Settings, under Connected Accounts.',
  denied: 'You canceled at the sign-in provider, or it denied access. Nothing changed here.',
  deniedWhat: 'Start again, or choose another way to sign in.',
  provider: 'The sign-in provider didn’t complete the sign-in.',
  providerWhat: 'Try again in a moment. If it keeps happening, tell the operator of this server.',
  setup: notSetUp,
  setupWhat: openSetupLink,
  suspended: 'An administrator of this server suspended this account.',
  suspendedWhat: 'Nothing was deleted. Contact an administrator of this server.',
  domain: 'You can’t sign up here with this email address. This server allows only certain domains.',
  domainWhat: 'Use an address from one of them, such as your work address, or ask an administrator of this server.',
  group: 'Your provider account isn’t in a group that can use this server.',
  groupWhat: 'Ask whoever runs the provider to add you to the group, then sign in again.',
  localOff: 'This server doesn’t use passwords or passkeys.',
  localOffWhat: 'Use its sign-in provider instead.',
  storage: 'Browser storage isn’t available. Check cookies and extensions.',
  full: 'This browser’s storage is full',
  fullBody:
    'There’s no room left for your messages. Everything you sent is safe on the server. Free up space on this device and go back, or sign out here to clear what this site stores.',
  fullHere: 'There’s no room to keep you signed in. Free up space on this device, then try again.',
  back: 'Back to your messages',
  signOut: signOutHere,
  blocked: 'A firewall, proxy, VPN or extension is blocking Waypost.',
  again: backToSignIn,
}

export const cardWords = {
  home: params('{name}, home'),
  signedIn: 'You’re signed in',
  signedInAs: params('This browser is signed in as {email}.'),
  goOn: 'Continue',
  support: params('Get help: {email}'),
  supportPage: 'Get help',
}

export const checkEmail = {
  title: checkYourEmail,
  sent: params('We sent a code to {email}. Enter it here, or open the link in the email.'),
  invited: params('If {email} is invited or has an account, we sent an email. Enter its code here, or open its link.'),
  code: 'Code',
  confirm: 'Create account',
  missing: codeMissing,
  nothing: 'No email? Check your spam folder or send it again. If you already have an account, the email says so.',
  nothingInvited: 'No email? Check your spam folder, or ask the person who invited you for a new invitation.',
  again: 'Resend',
  sentAgain: newCodeSent,
  back: 'Use another address',
}

export const desktopAuth = {
  title: 'Signing in to Waypost',
  signingIn: 'You’re signing in to Waypost for a program on this computer.',
  handingOver: 'You’re signed in. Returning you to the program…',
  wait: 'One moment…',
  stuck: 'The program doesn’t answer. Is it still running?',
  nobody: 'You’re signed in, but no program on this computer is waiting for it.',
  back: 'You’re signed in. Nothing happening in the program? It wasn’t waiting for this sign-in.',
  again: 'Start signing in from the program again, or finish manually once it’s waiting.',
  link: 'Finish manually',
  retry: tryAgain,
  code: 'Sign in with a code instead',
}

export const deviceCode = {
  title: connectADevice,
  lead: 'Enter the code from a device without a browser to sign it in to your account.',
  given: 'The code is filled in. Continue to see which device wants to sign in to your account.',
  code: 'Code',
  help: 'Eight letters, such as WDJB-MJHT.',
  short: 'The code has eight letters. Check it and try again.',
  unknown:
    'This code doesn’t work. It may have expired, as codes last ten minutes. Run the command again, or start again in the extension.',
  go: 'Continue',
  name: 'Name',
  address: 'Network address',
  asked: 'Requested',
  account: params(signedInAs),
  connect: 'Connect',
  connecting: 'Connecting…',
  refuse: 'Don’t connect',
  connected: 'Connected',
  devices: 'Show my devices',
  refused: 'Not connected',
  refusedWords: params('“{name}” wasn’t signed in.'),
  another: 'Enter another code',
}

export const deviceCodeMachine = {
  found: 'Is this your machine?',
  type: 'System',
  warning:
    'Continue only if you started this sign-in yourself, just now. It gives the machine access to your whole account. If someone sent you the code, they are trying to get in.',
  connected: params('“{name}” is signed in. You can go back to it.'),
  ended: 'This code has expired, as codes last ten minutes. Run the command again for a new one.',
}

export const deviceCodeBrowser = {
  found: 'Is this your browser?',
  type: 'Browser',
  warning:
    'Continue only if you pressed Connect in the extension yourself, just now. It gives the extension access to your whole account. If someone sent you the code or a link to this page, they are trying to get in.',
  elsewhere: params(
    'This sign-in started in {browser}, but you’re in a different browser. If someone sent you the link, they are trying to get in to your account. Continue only if you copied the link yourself, just now.',
  ),
  connected: params('“{name}” is signed in. Close this tab: the extension continues in a few seconds.'),
  ended: 'This code has expired, as codes last ten minutes. Start again in the extension.',
}

export const forgotPasswordWords = {
  title: 'Forgot your password?',
  lead: 'Enter your email address, and we’ll send you a link to set a new password.',
  email: emailAddressLabel,
  emailWrong: wholeEmailAddressLike,
  send: sendTheLink,
  sent: checkYourEmail,
  sentTo: params('If {email} has an account, we sent a link there. It works once, within 30 minutes.'),
  nothing: 'No email? Check your spam folder, or check the address and send it again.',
  again: 'Send another link',
  noMail: 'This server doesn’t send email. Ask its administrator for a password reset link.',
  administrator: 'Are you the administrator? Create a link with this command on the server’s machine:',
  back: backToSignIn,
  loading: 'Loading password reset…',
  failed: 'Couldn’t reach the server. Try again.',
  retry: tryAgain,
}

export const invited = {
  title: params('{name} invites you'),
  checkingTitle: 'Your invitation',
  lead: params('Create an account for {email}. This invitation is for that address only.'),
  setup: 'Set up this server',
  setupLead: 'Create the first account. It will be the administrator’s.',
  loading: 'Checking your invitation…',
  ended: 'This invitation no longer works',
  endedWhy: 'It was already used, was revoked or is older than two weeks.',
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
  lead: params('We sent a code to {email}. To get messages from others, enter it here or open the link in the email.'),
  code: 'Code',
  confirm: 'Confirm',
  missing: codeMissing,
  again: 'Resend',
  sentAgain: newCodeSent,
  done: 'Email address confirmed.',
}

export const providerLocal = {
  signIn: 'Sign in with your email address',
  signUp: createYourAccount,
  none: 'No passwords on this server',
  noneWhat: 'People sign in here with a sign-in provider. You can’t use or reset a password.',
  back: backToSignIn,
  badRedirect: 'Something asked this page to send your sign-in to another site. It doesn’t do that.',
  again: 'Start over',
}

export const sessionExpired = {
  title: 'Your session has expired, please sign in again.',
  signIn: signInTitle,
}

export const signIn = {
  title: signInTitle,
  create: createYourAccount,
  add: addASignInMethod,
  signedOut: 'You’re signed out, here and at your sign-in provider.',
  another: 'Sign in as someone else',
  terms: 'By continuing, you agree to the terms of service.',
  readTerms: readTheTerms,
  with: params(continueWith),
  or: 'or',
  passkey: 'Sign in with a passkey',
  loading: 'Loading sign-in methods…',
  failed: 'Couldn’t load sign-in methods. Try again.',
  retry: tryAgain,
  retired: 'Facebook sign-in is no longer available',
  setup: notSetUp,
  setupWhat: openSetupLink,
  none: 'The operator of this server hasn’t set up a way to sign in yet.',
}

export const signingIn = {
  title: isSigningIn,
  wait: 'Waiting for the server…',
  failed: 'Error signing in to your account',
  addFailed: 'Error adding account',
}

export const suspended = {
  title: 'This account is suspended',
  lead: params(
    'An administrator of this server suspended {email}. Nothing was deleted, and you can continue once the suspension ends.',
  ),
  again: tryAgain,
  signOut: signOutHere,
}
