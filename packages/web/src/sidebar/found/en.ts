import { messagesAroundFailed, noMessagesMatch, searchFailed } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const foundTexts = { heading: 'Text messages', encrypted: 'End-to-end encrypted' }

export const foundList = {
  heading: 'Messages',
  you: params('You to {name}'),
  searching: 'Searching…',
  kept: 'You’re offline. These messages are saved in this browser.',
  keptNone: 'You’re offline, and no messages saved in this browser match.',
  failed: searchFailed,
  none: noMessagesMatch,
  drop: params('Without {filter}'),
  indexed: params('Older messages are still being indexed: {percent}% done.'),
  more: 'Show earlier',
  partial: 'Not all messages were searched in time. Continue, or use more words.',
  partialEnd: 'Not all messages were searched in time. Use more words or fewer filters.',
  searchOn: 'Continue searching',
  cut: 'Your search is too long, so only the beginning was used.',
}

export const searchFilters = {
  label: 'Filters',
  names: 'Names',
  link: 'Links',
  file: 'Files',
  image: 'Pictures',
  list: 'Lists',
  from: 'From…',
  after: 'After…',
}

export const openMessageWords = {
  gone: 'This conversation was removed',
  notLoaded: messagesAroundFailed,
}
