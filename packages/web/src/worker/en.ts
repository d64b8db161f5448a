import { params } from '../ui/words/fill.ts'

export const workerPresses = {
  failed: params('Couldn’t do “{label}”'),
  status: params('The other server answered {status}.'),
  signedOut: 'Open Waypost and sign in.',
  again: 'Couldn’t reach the server. Open Waypost and try again.',
  notSent: 'Couldn’t send your reply. Press to try again.',
}

export const workerNotices = {
  new: 'New message',
  newBody: 'Open Waypost to read it.',
  sealed: 'Encrypted notification',
  sealedBody: 'Enter your encryption password in Waypost to read it.',
}

export const workerQuiet = {
  title: 'Waypost is up to date',
  body: 'Your devices synced while it was closed.',
}
