// What these screens say, in English.

import { messagesAroundFailed, noMessagesMatch, searchFailed } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const foundTexts = { heading: 'Text messages', encrypted: 'End-to-end encrypted' }

export const foundList = {
  heading: 'Messages',
  you: params('You to {name}'),
  searching: 'Searching...',
  kept: 'You are offline. These are the messages that this browser keeps.',
  keptNone: 'You are offline, and none of the messages that this browser keeps match.',
  failed: searchFailed,
  none: noMessagesMatch,
  drop: params('Without {filter}'),
  indexed: params('Older messages are still being indexed, {percent} % are done.'),
  more: 'Show earlier ones',
  partial: 'Not all messages could be searched in time. Search on, or use more words.',
  partialEnd: 'Not all messages could be searched in time. Use more words, or fewer filters.',
  searchOn: 'Search on',
  cut: 'This is too long: only its beginning is searched for.',
}

export const searchFilters = {
  label: 'Filters',
  names: 'Names',
  link: 'Links',
  file: 'Files',
  image: 'Pictures',
  list: 'Lists',
  from: 'From...',
  after: 'After...',
}

export const openMessageWords = {
  gone: 'This conversation was removed',
  notLoaded: messagesAroundFailed,
}
