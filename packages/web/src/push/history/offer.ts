// Offers the palette what can be done with a message of the open conversation.

import type { HistoryItem } from '@waypost/client'
import { useEffect } from 'react'
import { $messageOffer } from '../../page/shell/message-commands.ts'
import type { ItemActions } from '../item/actions.ts'
import { actsOf } from '../item/keys.ts'
import { wordsOf } from '../labels.ts'

/** Offers the actions of an item for as long as its conversation is open. */
export function useOffer(item: HistoryItem | undefined, actions: ItemActions, writable: boolean): void {
  useEffect(() => {
    $messageOffer.set(item && { words: wordsOf(item.push), acts: actsOf(item, writable), run: (act) => actions[act](item) })
    return () => $messageOffer.set(undefined)
  }, [item, actions, writable])
}
