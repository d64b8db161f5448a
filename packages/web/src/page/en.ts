import { params } from '../ui/words/fill.ts'

export const frameWords = { skip: 'Skip to content' }

export const supportStrip = {
  label: 'Support session',
  signedIn: params('You’re signed in as {name} for support'),
  end: 'End',
}

export const connectionWords = {
  offline: 'You’re offline. Messages are sent when you’re back online.',
  back: 'Back online',
}

export const title = {
  named: params('{name} – {server}'),
  unread: params('({count}) {name} – {server}'),
}
