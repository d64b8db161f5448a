import { count, params } from '../../ui/words/fill.ts'
import { errorCreatingPush } from '../en.ts'

export const blockedBar = {
  blocked: params('You blocked {name}. Their messages don’t reach you.'),
  unblock: 'Unblock',
  unblocked: params('{name} unblocked'),
}

export const pushForm = {
  label: params('Message to {name}'),
  short: 'Message',
  test: params('Test message from {name}'),
  shortTest: 'Test message',
  title: 'Title',
  url: 'Link',
  failed: errorCreatingPush,
}

export const storingFiles = {
  one: params('Preparing {name}…'),
  many: count({ one: 'Preparing {count} file…', other: 'Preparing {count} files…' }),
}
