// What these screens say, in English.

import { params } from '../ui/words/fill.ts'

export const workerPresses = {
  failed: params("Couldn't do “{label}”"),
  status: params('The other server said {status}.'),
  signedOut: 'Open Waypost and sign in.',
  again: "Couldn't reach the server. Open Waypost and try again.",
  notSent: "Your reply wasn't sent. Press to try again.",
}

export const workerNotices = {
  new: 'New message',
  newBody: 'Open Waypost to read it.',
  sealed: 'Encrypted notification',
  sealedBody: 'Enter your end-to-end password in Waypost to read what your phone sends.',
}

export const workerQuiet = {
  title: 'Waypost is up to date',
  body: 'Your devices exchanged something while it was closed.',
}
