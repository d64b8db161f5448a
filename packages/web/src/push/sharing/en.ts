// What these screens say, in English.

import { cancel, close, noMatchesFor, removeNamed } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const shareSheet = {
  heading: 'Send to',
  loading: 'Fetching what you shared',
  title: 'Title',
  url: 'Link',
  message: 'Message',
  search: 'Person, device or channel',
  none: params(noMatchesFor),
  offline: 'You are offline. What you send goes out when the connection is back.',
  empty: 'Write something or share a file first.',
  noLink: 'A link begins with http:// or https://.',
  cancel: cancel,
  close: close,
  gone: 'Nothing was shared, or it was sent or discarded already. Shared things are kept for a day.',
  again: 'The app was not ready to take what you shared. It is now: share it again.',
  large: 'That is too much at once. Share fewer or smaller files: up to 100, of 1 GB together.',
  refused: 'This browser has no room to keep what you shared. Free some space, leave private browsing, or attach the files here.',
  link: 'This link does not lead anywhere in Waypost.',
}

export const sharedBeforeSignIn = {
  kept: 'Sign in to send what you shared. This browser keeps it for a day.',
}

export const sharedFiles = { files: 'Files', remove: params(removeNamed), unnamed: 'Unnamed file' }
