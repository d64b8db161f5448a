// Tells of each own message of a conversation with a person whether it was sent, delivered or seen.

import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import { useMemo } from 'react'
import { useSession } from '../../session/context.ts'
import type { ReadState } from './ReadMark.tsx'

interface ReadStates {
  /** Undefined for messages without a state: those of others, to oneself, to channels, and to addresses without an account. */
  of(item: HistoryItem): ReadState | undefined
  /** Whether a message is the last one of its state. */
  isLast(item: HistoryItem): boolean
}

/** The states of the messages of a conversation, kept up to date. */
export function useReadStates(target: Target, items: readonly HistoryItem[]): ReadStates {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $marks = useMemo(() => session.readMarkers.theirs(target), [session, target.key])
  const marks = useStore($marks)
  return useMemo(() => {
    function of({ push, side, state }: HistoryItem): ReadState | undefined {
      if (side !== 'out' || state !== 'settled' || push.direction !== 'outgoing' || push.deleted_by_sender) return undefined
      if (push.receiver_iden === undefined || push.channel_iden !== undefined || push.client_iden !== undefined) return undefined
      if (push.created <= (marks?.readTo ?? 0)) return 'seen'
      return push.created <= (marks?.deliveredTo ?? 0) ? 'delivered' : 'sent'
    }
    const last = new Map<ReadState, string>()
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at] as HistoryItem
      const state = of(item)
      if (state && !last.has(state)) last.set(state, item.key)
      // Messages before a seen one were seen too.
      if (state === 'seen') break
    }
    return { of, isLast: (item) => last.get(of(item) ?? 'sent') === item.key }
  }, [items, marks])
}
