// What these screens say, in English.

import { addADevice, isDisconnected, signedInAs, tryAgain } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const authorize = {
  loading: 'Fetching what the app says of itself',
  noClient: 'Error: no client_id in url or localStorage (are cookies disabled?)',
  noClientMore: 'The address that led here is not whole. Go back to the app and try again.',
  failed: params('Error loading client with id: {id}'),
  banner: 'Error getting one client_info:OAuth Client',
  retry: tryAgain,
  home: 'Home',
  unsafe: 'The redirect_uri of this app cannot be followed.',
  wrongRequest:
    'Nothing was given to it. Go back to the app and try again; if this page comes back, tell the developer of the app.',
  unknown: 'This server has no app with this id. Go back to the app and try again.',
  later: 'It may work in a moment.',
}

export const connectedApps = {
  title: 'Connected Apps',
  lead: 'These apps may act for you. An app that you delete from this list loses its access at once.',
  empty: 'No app is connected.',
  disconnected: params(isDisconnected),
}

export const consent = {
  able: 'If you approve, this app will be able to:',
  key: 'This is a key to your whole account, except for deleting it and for letting others in. You can revoke it at any time: Settings, Connected Apps.',
  limited: 'It can do nothing else. You can revoke this at any time: Settings, Connected Apps.',
  site: 'Your answer goes to',
  here: 'Your answer goes to a program on this computer:',
  app: 'Your answer goes to the app for addresses that begin with',
  opener: 'Your answer goes to the page that opened this one:',
  code: 'If you approve, you get a code to hand over.',
  account: params(signedInAs),
  signIn: 'Sign in to approve or deny this app.',
  approve: 'Approve',
  approving: 'Approving',
  deny: 'Deny',
  error: 'Some error',
}

export const answeredWords = {
  approved: 'Approved',
  denied: 'Denied',
  letIn: params('{name} is let in.'),
  nothing: params('{name} was given nothing.'),
  close: 'You can close this window.',
  code: params('Give this code to {name} only. It can be used once, within ten minutes.'),
  home: 'Home',
}

export const loginSuccess = {
  title: 'Login success',
  warning:
    'Please do not copy or share the address of this page. It may contain a key to your account: anyone who has it can read and send everything in your name.',
  asked: 'If somebody asked you for it, do not answer them. If you gave it away, reset all access tokens now.',
  close: 'The app takes it from here. You can close this window.',
  reset: 'Access Tokens',
}

export const oauth = {
  title: 'Let people use your app with Waypost',
  lead: 'Your app can send and read for the people who let it in, without ever seeing their password.',
  register: 'Register a client. It gets a client_id and a client_secret.',
  send: 'Send people here, with the answer that you want: code or token.',
  back: 'Users who approve are redirected to your redirect_uri, with a code in its query or an access_token in its hash. Users who deny are redirected with error=access_denied.',
  exchange: 'Exchange the code and your client_secret for a token, once and within ten minutes.',
  use: 'Send the token with every call.',
  clients: 'Your clients',
  reference: 'API reference',
}

export const oauthApps = {
  title: 'Get Waypost on your devices',
  lead: 'What is sent to you arrives on every device that you have Waypost on.',
  followed: params('You follow {name}'),
  posts: 'Its posts arrive on every device that you have Waypost on.',
  add: addADevice,
  android: 'Android app',
  open: 'Open Waypost',
}
