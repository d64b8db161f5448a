import { goToADate, loadMore } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { jumpToTheNewest, messageFailed, messagesFailed } from '../en.ts'

export const filterBar = { label: 'Filter messages', all: 'All', end: 'Show all messages', close: 'Close filters' }

export const narrowedMessages = {
  loadMore: loadMore,
  failed: messagesFailed,
  offline: 'You’re offline. Older messages load when you’re back online.',
  newest: jumpToTheNewest,
  shown: count({ one: '{count} message', other: '{count} messages' }),
}

export const messageFilters = {
  pictures: 'Pictures',
  links: 'Links',
  files: 'Files',
  lists: 'Lists',
  reminders: 'Reminders',
  noPictures: 'No pictures in this conversation',
  noLinks: 'No links in this conversation',
  noFiles: 'No files in this conversation',
  noLists: 'No lists in this conversation',
  noReminders: 'No reminders in this conversation',
  noTag: params('No messages tagged #{tag} in this conversation'),
}

export const filtering = {
  date: goToADate,
  filter: 'Filter messages',
  notFound: messageFailed,
}
