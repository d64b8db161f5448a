import type { HistoryItem, Session } from '@waypost/client'
import { obstacleTo, type Push } from '@waypost/protocol'
import { type KeyboardEvent, useEffect } from 'react'
import { $messageOffer, type MessageAct, messageKeys } from '../../page/shell/message-commands.ts'
import { addressOf, wordsOf } from '../labels.ts'
import type { ItemActions } from './actions.ts'

/** Whether others have a copy of the push: it was sent to or by a person, a channel or an app. */
export const hasOtherCopies = ({ direction, channel_iden, client_iden }: Push): boolean =>
  direction !== 'self' || channel_iden !== undefined || client_iden !== undefined

/** Whether the text field can edit a message: a note, a link, or the words with a file. Programs may edit addresses and lists too. */
export const isEditable = (push: Push, writable: boolean): boolean =>
  writable && !obstacleTo('edit', push) && push.type !== 'address' && push.type !== 'list'

export const takesReactions = (push: Push): boolean => !obstacleTo('react', push)

/** The user's own reaction, if any. */
export function ownReaction(session: Session, { reactions = {} }: Push): string | undefined {
  const own = session.$account.get()?.email_normalized
  return Object.keys(reactions).find((emoji) => own !== undefined && reactions[emoji]?.includes(own))
}

/** Handles keys on the item itself, not in its controls. */
export function onKey(event: KeyboardEvent, item: HistoryItem, actions: ItemActions, writable: boolean): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const shifted = event.shiftKey && event.key.length === 1 ? `Shift ${event.key.toUpperCase()}` : event.key
  const pressed = event.key === ' ' ? 'Space' : shifted
  const act = messageKeys.find(([key, each]) => key === pressed && applies(each, item, writable))?.[1]
  if (!act) return
  event.preventDefault()
  actions[act](item)
}

/** The actions that keys can trigger on a message, in the order of their sheet. */
const actsOf = (item: HistoryItem, writable: boolean): MessageAct[] =>
  messageKeys.flatMap(([, act]) => (applies(act, item, writable) ? [act] : []))

function applies(act: MessageAct, { state, push }: HistoryItem, writable: boolean): boolean {
  const isWhole = state === 'settled' && !push.deleted_by_sender
  const may: Record<MessageAct, boolean> = {
    open: addressOf(push) !== undefined,
    copy: true,
    reply: isWhole && writable,
    edit: isWhole && isEditable(push, writable),
    forward: isWhole,
    select: isWhole,
    markUnread: state === 'settled',
    remove: state === 'settled',
    retry: state === 'failed',
    discard: state !== 'settled',
  }
  return may[act]
}

/** Offers an item's actions as long as its conversation is open. */
export function useOffer(item: HistoryItem | undefined, actions: ItemActions, writable: boolean): void {
  useEffect(() => {
    $messageOffer.set(item && { words: wordsOf(item.push), acts: actsOf(item, writable), run: (act) => actions[act](item) })
    return () => $messageOffer.set(undefined)
  }, [item, actions, writable])
}
