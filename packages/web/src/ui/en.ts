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
  copyLines: params('Copy all lines, starting with {command}'),
  copied: copied,
  notCopied: 'Couldn’t copy. Select the text instead.',
}

export const lazilyWords = {
  missing: partOfPageFailed,
  again: tryAgain,
}

export const sharing = {
  share: 'Share',
  ready: 'Your file is ready to share.',
  large: 'You can share files up to 50 MB from a browser. Save this one instead.',
  notFetched: 'Couldn’t load the file. Check your connection and try again.',
  failed: 'Couldn’t share the file. Save it instead.',
}
