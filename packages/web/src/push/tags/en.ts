import { save } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const tagChips = { label: 'Your tags' }

export const tagsDialog = {
  title: 'Tags',
  field: 'Add a tag',
  help: 'Only you can see these tags.',
  tags: 'Tags on this message',
  known: 'Your tags',
  remove: params('Remove #{tag}'),
  wrong: 'Use up to 40 letters, digits, - and _, with at least one letter.',
  many: params('A message can have up to {most} tags.'),
  save: save,
}
