// Keeps the places of pushes that were deleted a moment ago, for the notices about them.

import type { HistoryItem, Target } from '@waypost/client'
import { useMemo, useRef } from 'react'
import { useSession } from '../../session/context.ts'
import type { Deletion } from '../item/undo-delete.ts'

/** The items of a conversation, and those that were deleted from it a moment ago, in their places. */
export function useWithDeleted(
  target: Target,
  items: readonly HistoryItem[],
  deleted: ReadonlyMap<string, Deletion>,
): readonly HistoryItem[] {
  const session = useSession()
  // A push to a device is in the conversation of that device, too.
  const seen = useRef(new Set<string>())
  if (deleted.size === 0) seen.current.clear()
  else for (const { push } of items) if (deleted.has(push.iden)) seen.current.add(push.iden)
  return useMemo(() => {
    if (deleted.size === 0) return items
    const there = new Set(items.map(({ key }) => key))
    const gone = [...deleted.values()].filter(
      ({ item: { key, push } }) =>
        !there.has(key) && (seen.current.has(push.iden) || session.target.of(push)?.key === target.key),
    )
    const all = [...items]
    for (const { item } of gone) {
      const at = all.findIndex(({ state, push }) => state !== 'settled' || push.created > item.push.created)
      all.splice(at === -1 ? all.length : at, 0, item)
    }
    return all
  }, [items, deleted, session, target.key])
}
