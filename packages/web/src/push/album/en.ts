import { deleteIt } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { cancelUpload, deleteForEveryone } from '../en.ts'

export const albumWords = {
  open: params('Show {name}'),
  openMore: params('Show {name}, and {count} more'),
  cancel: params(cancelUpload),
  notSent: 'not sent',
  retry: params('Retry {name}'),
}

export const albumPart = {
  forward: 'Forward',
  remove: deleteIt,
  removeForEveryone: deleteForEveryone,
  one: 'This picture',
  all: params('All {count}'),
}

export const albumWordsWords = {
  sent: params('{sender}: {words}, {time}'),
  pictures: count({ one: '{count} picture', other: '{count} pictures' }),
  alone: params('Album, {pictures}'),
  withCaption: params('Album, {pictures}: {caption}'),
}
