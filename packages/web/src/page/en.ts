// What these screens say, in English.

import { params } from '../ui/words/fill.ts'

export const frameWords = { skip: 'Skip to content' }

export const supportStrip = {
  label: 'Session for support',
  signedIn: params('You are signed in as {name} for support'),
  end: 'End',
}

export const connectionWords = {
  offline: 'You are offline. Messages will be sent when the connection is back.',
  back: 'Connected again',
}

export const title = {
  named: params('{name} – {server}'),
  unread: params('({count}) {name} – {server}'),
}
