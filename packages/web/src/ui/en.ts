// What these screens say, in English.

import { copied, partOfPageFailed, tryAgain } from './words/en.ts'
import { count, params } from './words/fill.ts'

export const badge = {
  unread: count({ one: '{count} unread', other: '{count} unread' }),
  manyUnread: 'more than 9 unread',
  marked: 'marked as unread',
  muted: 'Muted',
  pinned: 'Pinned',
}

export const cardPage = { product: params('{name}, home') }

export const commandsWords = {
  copy: params('Copy {command}'),
  copyLines: params('Copy all lines, from {command}'),
  copied: copied,
  notCopied: 'Couldn’t copy. Select the text and copy it yourself.',
}

export const lazilyWords = {
  missing: partOfPageFailed,
  again: tryAgain,
}

export const sharing = {
  share: 'Share',
  ready: 'The file is ready to share.',
  large: 'A browser can share files of up to 50 MB. Save this one instead.',
  notFetched: "Couldn't load the file. Check your connection and try again.",
  failed: 'This device could not share it.',
}
