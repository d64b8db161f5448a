import type { HistoryItem } from '@waypost/client'
import { wordsOf as oneLineOf, type PushTexts } from '@waypost/client/words/push-words'
import { isVoiceMessage, type Push, priorities } from '@waypost/protocol'
import { fileWordsOf } from '../format/voice-message.ts'
import { i18n } from '../ui/language.ts'
import { pushWords } from './en.ts'

export { addressOf, copyOf, textOf } from '@waypost/client/words/push-words'

const messages = i18n('push-words', pushWords)

/** Texts added to a push, in the language of the interface. */
export const pushTexts = (): PushTexts => ({ deleted: messages.get().deleted, fileWords: fileWordsOf })

/** The text of a push in one line, without formatting marks. */
export const wordsOf = (push: Push): string => oneLineOf(push, pushTexts())

/** The sender of a push, in words. */
export const senderOf = ({ push, side }: Pick<HistoryItem, 'push' | 'side'>, name: string): string =>
  side === 'out' || push.direction === 'self' ? messages.get().you : (push.sender_name ?? name)

/** The label of a push for screen readers: sender, type, opening words and time. */
export function labelOf({ push, side }: Pick<HistoryItem, 'push' | 'side'>, name: string, time: string): string {
  const t = messages.get()
  if (push.deleted_by_sender) return `${push.sender_name ?? name}, ${t.deleted}`
  const sender = senderOf({ push, side }, name)
  const plain = wordsOf(push)
  const { priority = priorities.usual } = push
  const words =
    priority === priorities.max
      ? t.urgent({ words: plain })
      : priority === priorities.high
        ? t.important({ words: plain })
        : plain
  return t[isVoiceMessage(push) ? 'voice' : (push.type ?? 'note')]({ sender, words, time })
}
