import {
  copied,
  copy,
  copyFailed,
  deleteIt,
  howToSendToIt,
  loadMore,
  nothingPostedYet,
  retry,
  sayHelloTo,
} from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { jumpToTheNewest, messageFailed, messagesFailed } from '../en.ts'

export const historyWords = { failed: messagesFailed }

export const messagesWords = {
  loadMore: loadMore,
  failed: 'Couldn’t load earlier messages.',
  laterFailed: 'Couldn’t load later messages.',
  retry: retry,
  end: 'No more history',
  begins: params('This is the start of your conversation with {name}'),
  newest: jumpToTheNewest,
  back: 'Back to reply',
  earlier: count({ one: '{count} earlier message', other: '{count} earlier messages' }),
  loadLater: 'Load later messages',
}

export const noMessages = {
  region: params('Conversation with {name}'),
  loading: 'Loading messages…',
  retry: retry,
  hello: params(sayHelloTo),
  share: params('Share something with {name}'),
  nothing: nothingPostedYet,
  nothingFrom: params('Nothing from {name} yet'),
  sourceMore: 'Messages from the program or machine appear here.',
  setup: howToSendToIt,
}

export const pinnedBar = {
  one: 'Pinned message',
  many: params('Pinned message {number} of {total}'),
  unpin: 'Unpin',
}

export const selection = {
  selected: count({ one: '{count} selected', other: '{count} selected' }),
  copy: copy,
  forward: 'Forward',
  delete: deleteIt,
  end: 'End selection',
  copied: copied,
  notCopied: copyFailed,
}

export const messageDialogs = { react: 'React with emoji' }

export const historyJumps = {
  notFound: messageFailed,
}
