// The keys of a message: their actions, their sheet, and their entries in the palette.

import { atom } from 'nanostores'
import { i18n } from '../../ui/language.ts'
import { messageCommands } from './en.ts'

export const messageWords = i18n('message-commands', messageCommands)

export type MessageAct = keyof ReturnType<(typeof messageWords)['get']>

/** The key of each, in the order of the sheet. Of two with the same key, only one applies to a message. */
export const messageKeys: readonly (readonly [key: string, act: MessageAct])[] = [
  ['Enter', 'open'],
  ['c', 'copy'],
  ['r', 'reply'],
  ['e', 'edit'],
  ['f', 'forward'],
  ['Space', 'select'],
  ['Shift U', 'markUnread'],
  ['Delete', 'remove'],
  ['r', 'retry'],
  ['Delete', 'discard'],
]

/** What can be done with one message. */
interface MessageOffer {
  /** Its first words. */
  words: string
  acts: readonly MessageAct[]
  run(act: MessageAct): void
}

/** The message of the open conversation that has the focus, or that had it last; at first the newest one. */
export const $messageOffer = atom<MessageOffer | undefined>(undefined)
