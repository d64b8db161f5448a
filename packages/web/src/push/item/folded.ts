import type { HistoryItem } from '@waypost/client'

interface Folded {
  items: readonly HistoryItem[]
  /** How many messages an item stands for, by its key; only for items that stand for several. */
  counts: ReadonlyMap<string, number>
}

/**
 * The first of several deleted messages stands for all of them, up to the next time bar.
 * @param isApart whether an item is shown differently
 */
export function foldDeleted(items: readonly HistoryItem[], isApart: (item: HistoryItem) => boolean): Folded {
  const counts = new Map<string, number>()
  if (!items.some(({ push }) => push.deleted_by_sender)) return { items, counts }
  const shown: HistoryItem[] = []
  let open: HistoryItem | undefined
  for (const item of items) {
    const gone = item.push.deleted_by_sender === true && !isApart(item)
    if (gone && open && open.side === item.side && !item.timeBar) {
      counts.set(open.key, (counts.get(open.key) ?? 1) + 1)
      continue
    }
    open = gone ? item : undefined
    shown.push(item)
  }
  return { items: shown, counts }
}
