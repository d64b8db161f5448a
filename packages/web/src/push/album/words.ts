import { type HistoryItem, membersOf } from '@waypost/client'
import { i18n } from '../../ui/language.ts'
import { labelOf, senderOf, wordsOf } from '../labels.ts'
import { albumWordsWords } from './en.ts'

const messages = i18n('album-words', albumWordsWords)

/** The number of pictures, in words. */
export const picturesWords = (pictures: number): string => messages.get().pictures(pictures)

/** A summary of an album: how many pictures, and the beginning of its caption. */
export function albumLabelOf(item: HistoryItem): string {
  const t = messages.get()
  const members = membersOf(item)
  const caption = wordsOf({ ...item.push, file_name: undefined, body: captionOf(members) })
  const pictures = t.pictures(members.length)
  return caption === '' ? t.alone({ pictures }) : t.withCaption({ pictures, caption })
}

/** The label of an album or any other item for screen readers. */
export function itemLabelOf(item: HistoryItem, name: string, time: string): string {
  if (!item.album) return labelOf(item, name, time)
  return messages.get().sent({ sender: senderOf(item, name), words: albumLabelOf(item), time })
}

/** The captions of an album's pictures, one per line. */
export const captionOf = (members: readonly HistoryItem[]): string => members.flatMap(({ push }) => push.body ?? []).join('\n')
