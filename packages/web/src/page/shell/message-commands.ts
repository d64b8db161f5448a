// The keys of a message: their actions, and their entries in the sheet and the palette.

import { atom } from 'nanostores'
import { i18n } from '../../ui/language.ts'
import { messageCommands } from './en.ts'

export const messageWords = i18n('message-commands', messageCommands)

export type MessageAct = keyof ReturnType<(typeof messageWords)['get']>

/** The key of each action, in the order of the sheet. Of two with the same key, only one applies to a message. */
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

interface MessageOffer {
  /** The beginning of its text. */
  words: string
  acts: readonly MessageAct[]
  run(act: MessageAct): void
}

/** The message of the open conversation that has, or last had, the focus; initially the newest one. */
export const $messageOffer = atom<MessageOffer | undefined>(undefined)
