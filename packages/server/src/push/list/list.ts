import { itemsPerList, type Push, Refusal, type Tick } from '@waypost/protocol'

interface List {
  type: Push['type']
  body: string | null
  ticked: string | null
}

const itemsIn = (body: string | null): string[] => (body ?? '').split('\n').filter(Boolean)

const tickedIn = (ticked: string | null): number[] => (ticked === null ? [] : (JSON.parse(ticked) as number[]))

/** The items of a list push. */
export function listItems({ body, ticked }: Pick<List, 'body' | 'ticked'>): { checked: boolean; text: string }[] {
  const checked = new Set(tickedIn(ticked))
  return itemsIn(body).map((text, index) => ({ checked: checked.has(index), text }))
}

/**
 * The column `ticked` after items were ticked or unticked; the last tick of an item counts.
 * @throws Refusal `invalid_param` for an item that the list lacks
 */
export function tickedAfter({ body, ticked }: Omit<List, 'type'>, ticks: readonly Tick[]): string | null {
  const items = itemsIn(body)
  const checked = new Set(tickedIn(ticked))
  for (const tick of ticks) {
    if (items[tick.index] !== tick.text) throw Refusal.param('ticks', 'The list has changed: this item is no longer there.')
    if (tick.checked) checked.add(tick.index)
    else checked.delete(tick.index)
  }
  return columnOf(checked)
}

/** The column `ticked` after a list's body changes: items in both bodies stay ticked, as many times as in the old one. */
export function tickedIfEdited({ type, body, ticked }: List, edited: string | null): string | null {
  if (type !== 'list' || ticked === null || edited === body) return ticked
  const left = new Map<string, number>()
  for (const { text, checked } of listItems({ body, ticked })) if (checked) left.set(text, (left.get(text) ?? 0) + 1)
  const kept = itemsIn(edited).flatMap((text, index) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count > 0 && index < itemsPerList ? [index] : []
  })
  return columnOf(new Set(kept))
}

const columnOf = (checked: ReadonlySet<number>): string | null =>
  checked.size === 0 ? null : JSON.stringify([...checked].sort((a, b) => a - b))
