import { copied, copyFailed, undo } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { cancelUpload } from '../en.ts'

export const pushBody = {
  cancel: params(cancelUpload),
  showAll: 'Show all',
  showLess: 'Show less',
}

export const pushItem = {
  sending: 'Sending',
  notSent: 'not sent',
  saving: 'Saving changes',
  notSaved: 'changes not saved',
  ratelimited: 'Too many messages at once. This one will be sent in a moment.',
  emailSkipped: 'They don’t have an account yet, and get no email about this.',
  unavailable: 'The server isn’t ready. This message will be sent when it is.',
  deleted: 'Deleted',
  undo: undo,
  ownCopy: 'Deleted for you',
  allCopies: 'Deleted for everyone',
  new: count({ one: '{count} new', other: '{count} new' }),
  folded: count({ one: '{count} message deleted', other: '{count} messages deleted' }),
  forwarded: 'Forwarded',
  forwardedFrom: params('Forwarded from {name}'),
}

export const itemButtons = {
  actions: 'Message actions',
  like: 'Like',
  reply: 'Reply',
}

export const quoteWords = {
  you: 'You',
  gone: 'Deleted message',
  label: params('In reply to {sender}: {words}'),
}

export const reactionsWords = {
  group: 'Reactions',
  yours: params('{emoji}, yours'),
  theirs: params('{emoji} from {names}'),
  both: params('{emoji}, yours and from {names}'),
}

export const itemMarks = {
  pinned: 'Pinned',
  edited: 'edited',
  from: params('from {device}'),
  reminder: params('Reminder: {time}'),
}

export const pushActions = {
  deleted: 'Deleted.',
  copied: copied,
  unread: 'Marked as unread',
  notCopied: copyFailed,
}

export const lastPushTimeWords = { sent: 'Sent' }
