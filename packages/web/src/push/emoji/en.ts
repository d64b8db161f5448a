import { close } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const emojiButton = { emoji: 'Emoji' }

export const emojiPicker = {
  close: close,
  search: 'Search emoji',
  list: 'Emoji',
  recent: 'Recent',
  loading: 'Loading…',
  none: 'No emoji found',
  tone: 'Skin tone',
  toneNamed: params('Skin tone: {tone}'),
}
