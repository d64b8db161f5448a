// What these screens say, in English.

import { save } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const tagChips = { label: 'Your tags' }

export const tagsDialog = {
  title: 'Tags',
  field: 'Add a tag',
  help: 'Only you see these tags.',
  tags: 'Tags of this message',
  known: 'Your tags',
  remove: params('Remove #{tag}'),
  wrong: 'A tag has letters, digits, - and _, at most 40, and at least one letter.',
  many: params('A message has at most {most} tags.'),
  save: save,
}
