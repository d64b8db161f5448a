import { params } from '../ui/words/fill.ts'

export const accountChange = {
  switched: params('You’re now signed in as {email}'),
  switchedBody: 'You signed in to this account in another window of this browser, so this tab was refreshed.',
  signedOut: 'You’re signed out',
  signedOutBody: 'You signed out in another window of this browser. Sign in again to continue.',
  ended: 'You were signed out',
  endedBody: 'Your session ended, perhaps because its access was revoked. Sign in again to continue.',
}
