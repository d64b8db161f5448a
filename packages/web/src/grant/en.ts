import { addADevice, isDisconnected, signedInAs, tryAgain } from '../ui/words/en.ts'
import { params } from '../ui/words/fill.ts'

export const authorize = {
  loading: 'Loading the app…',
  noClient: 'Error: no client_id in url or localStorage (are cookies disabled?)',
  noClientMore: 'The link that brought you here is incomplete. Go back to the app and try again.',
  failed: params('Error loading client with id: {id}'),
  banner: 'Error getting one client_info:OAuth Client',
  retry: tryAgain,
  home: 'Home',
  unsafe: 'This app’s redirect_uri isn’t safe to follow.',
  wrongRequest: 'The app got no access. Go back to it and try again. If this page comes back, contact the app’s developer.',
  unknown: 'This server has no app with this ID. Go back to the app and try again.',
  later: 'Try again in a moment.',
}

export const connectedApps = {
  title: 'Connected Apps',
  lead: 'These apps can act on your behalf. Removing an app ends its access immediately.',
  empty: 'No connected apps.',
  disconnected: params(isDisconnected),
}

export const consent = {
  able: 'If you approve, this app will be able to:',
  key: 'This gives full access to your account, except deleting it and giving others access. You can revoke it anytime in Settings, Connected Apps.',
  limited: 'It can’t do anything else. You can revoke access anytime in Settings, Connected Apps.',
  site: 'Your answer goes to',
  here: 'Your answer goes to a program on this computer:',
  app: 'Your answer goes to the app that handles addresses starting with',
  opener: 'Your answer goes to the page that opened this one:',
  code: 'If you approve, you get a code to give to the app.',
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
  letIn: params('{name} now has access.'),
  nothing: params('{name} got no access.'),
  close: 'You can close this window.',
  code: params('Give this code to {name} only. It works once, within ten minutes.'),
  home: 'Home',
}

export const loginSuccess = {
  title: 'Login success',
  warning:
    'Don’t copy or share this page’s address. It may contain a key to your account: anyone who has it can read and send everything as you.',
  asked: 'If someone asked you for it, don’t reply. If you already shared it, reset all access tokens now.',
  close: 'You’re done here. Close this window and return to the app.',
  reset: 'Access Tokens',
}

export const oauth = {
  title: 'Let people use your app with Waypost',
  lead: 'Your app can read and send messages for people who approve it, without ever seeing their passwords.',
  register: 'Register a client to get a client_id and a client_secret.',
  send: 'Send people here and ask for a code or a token.',
  back: 'When people approve, they are redirected to your redirect_uri with a code in the query or an access_token in the hash. When they deny, they return with error=access_denied.',
  exchange: 'Exchange the code and your client_secret for a token. The code works once, within ten minutes.',
  use: 'Send the token with every request.',
  clients: 'Your clients',
  reference: 'API reference',
}

export const oauthApps = {
  title: 'Get Waypost on your devices',
  lead: 'Install Waypost on a device, and your messages arrive there too.',
  followed: params('You’re following {name}'),
  posts: 'Its posts arrive on every device that has Waypost.',
  add: addADevice,
  android: 'Android app',
  open: 'Open Waypost',
}
