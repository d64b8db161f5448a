// Decides what the keys of a message do.

import type { HistoryItem } from '@waypost/client'
import type { KeyboardEvent } from 'react'
import { type MessageAct, messageKeys } from '../../page/shell/message-commands.ts'
import { addressOf } from '../labels.ts'
import type { ItemActions } from './actions.ts'
import { isEditable } from './rules.ts'

/** Handles keys on the item itself, not in its controls. */
export function onKey(event: KeyboardEvent, item: HistoryItem, actions: ItemActions, writable: boolean): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const act = messageKeys.find(([key, each]) => key === event.key && applies(each, item, writable))?.[1]
  if (!act) return
  event.preventDefault()
  actions[act](item)
}

/** What keys can do with a message, in the order of their sheet. */
export const actsOf = (item: HistoryItem, writable: boolean): MessageAct[] =>
  messageKeys.flatMap(([, act]) => (applies(act, item, writable) ? [act] : []))

function applies(act: MessageAct, { state, push }: HistoryItem, writable: boolean): boolean {
  const isWhole = state === 'settled' && !push.deleted_by_sender
  const may: Record<MessageAct, boolean> = {
    open: addressOf(push) !== undefined,
    copy: true,
    reply: isWhole && writable,
    edit: isWhole && isEditable(push, writable),
    forward: isWhole,
    remove: state === 'settled',
    retry: state === 'failed',
    discard: state !== 'settled',
  }
  return may[act]
}
