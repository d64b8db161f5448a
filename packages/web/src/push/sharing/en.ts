import { cancel, close, noMatchesFor, removeNamed } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const shareSheet = {
  heading: 'Send to',
  loading: 'Loading what you shared…',
  title: 'Title',
  url: 'Link',
  message: 'Message',
  search: 'Search people, devices and channels',
  none: params(noMatchesFor),
  offline: 'You’re offline. This is sent when you’re back online.',
  empty: 'Write a message or share a file first.',
  noLink: 'Start the link with http:// or https://.',
  cancel: cancel,
  close: close,
  gone: 'Nothing to share: it was already sent, discarded or older than a day.',
  again: 'Waypost wasn’t ready for what you shared. It is now: share it again.',
  large: 'Too much at once. Share up to 100 files, 1 GB in total.',
  refused: 'This browser has no room for what you shared. Free up space, leave private browsing, or attach the files here.',
  link: 'This link doesn’t lead anywhere in Waypost.',
}

export const sharedBeforeSignIn = {
  kept: 'Sign in to send what you shared. This browser keeps it for a day.',
}

export const sharedFiles = { files: 'Files', remove: params(removeNamed), unnamed: 'Unnamed file' }
