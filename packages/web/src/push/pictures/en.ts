import { removeNamed } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'

export const filesDialog = {
  files: 'Files',
  remove: params(removeNamed),
  total: params('{files}, {size}'),
  count: count({ one: '{count} file', other: '{count} files' }),
  send: 'Send',
}
