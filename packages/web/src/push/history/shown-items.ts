import { type HistoryItem, openAlbums, type Target } from '@waypost/client'
import { useMemo, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { itemActions } from '../item/actions.ts'
import { foldDeleted } from '../item/folded.ts'
import { type Deletion, useDeletions, useWithDeleted } from '../item/undo-delete.ts'

/** Keeps what was just deleted in its place, joins albums, and folds what its sender deleted. */
export function useShownItems(target: Target, stored: readonly HistoryItem[]) {
  const deleted = useDeletions(itemActions(useSession()).deletes, stored)
  const pushes = useWithDeleted(target, stored, deleted)
  const [joined] = useState(openAlbums)
  const { items, counts } = useMemo(() => {
    const albums = joined(pushes, ({ push }) => deleted.get(push.iden)?.returns === false)
    return foldDeleted(albums, ({ push }) => deleted.has(push.iden))
  }, [joined, pushes, deleted])
  return {
    /** One by one, with those that were just deleted. */
    pushes,
    items,
    /** Undefined for an item that is shown. */
    deletionOf({ push }: HistoryItem): Deletion | undefined {
      const deletion = deleted.get(push.iden)
      return deletion?.returns ? undefined : deletion
    },
    /** How many messages an item stands for. */
    foldedOf: ({ key }: HistoryItem): number => counts.get(key) ?? 1,
  }
}
