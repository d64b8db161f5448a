import { cancel, goToADate, noMatchesFor } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { errorCreatingPush } from '../en.ts'

export const dateDialog = {
  title: goToADate,
  date: 'Date',
  go: 'Go',
  missing: 'Choose a date.',
  future: 'Choose a date that’s not in the future.',
  failed: 'Couldn’t load earlier messages. Check your connection and try again.',
}

export const detailsWords = {
  title: 'Details',
  from: 'From',
  to: 'To',
  device: 'Sent from',
  sent: 'Sent',
  delivered: 'Delivered',
  seen: 'Seen',
  by: params('by {time}'),
  edited: 'Edited',
  pinned: 'Pinned',
  file: 'File',
  type: 'Type',
  size: 'Size',
  picture: 'Picture',
}

export const formDialog = { cancel: cancel }

export const forwardWords = {
  title: 'Forward to',
  search: 'Search',
  targets: 'People, devices and channels',
  none: params(noMatchesFor),
  forward: 'Forward',
  forwardTo: count({ one: 'Forward to {count}', other: 'Forward to {count}' }),
  cancel: cancel,
  doneOne: params('Forwarded to {name}'),
  several: count({ one: '{count} message', other: '{count} messages' }),
  doneMany: count({ one: 'Forwarded to {count}', other: 'Forwarded to {count}' }),
  failed: errorCreatingPush,
}
