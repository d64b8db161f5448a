// What these screens say, in English.

import { params } from '../ui/words/fill.ts'

export const accountChange = {
  switched: params('You are now signed in as {email}'),
  switchedBody: 'Another window of this browser signed in to this account, so this tab starts fresh.',
  signedOut: 'You are signed out',
  signedOutBody: 'Another window of this browser signed out. Sign in again to go on.',
  ended: 'You were signed out',
  endedBody: 'Your session has ended, for example because its access was taken back. Sign in again to go on.',
}
