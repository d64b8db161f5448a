import type { HistoryItem } from '@waypost/client'
import { type MouseEvent, Suspense, useCallback, useState } from 'react'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { useSession } from '../../session/context.ts'
import { useFocusKept } from '../../ui/accessibility/focus.ts'
import { lazily } from '../../ui/lazily.tsx'
import { itemActions } from '../item/actions.ts'

const SelectionBar = lazily(async () => (await import('./SelectionBar.tsx')).SelectionBar, { soon: true, waiting: () => null })

/** The selected messages among those shown. */
export function useSelection(items: readonly HistoryItem[], { focusItem, tabStop }: Pick<FollowedEnd, 'focusItem' | 'tabStop'>) {
  const { remove } = itemActions(useSession()).actions
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const selected = items.filter(({ key }) => keys.has(key))
  const end = () => setKeys(new Set())
  // When the bar disappears, the focus returns to the messages.
  const kept = useFocusKept(() => focusItem(items.findIndex(({ key }) => key === tabStop)))
  const toggle = useCallback(({ key }: HistoryItem) => {
    setKeys((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  return {
    toggle,
    has: ({ key }: HistoryItem): boolean => keys.has(key),
    /** Undefined if nothing is selected. */
    end: selected.length > 0 ? end : undefined,
    /** While something is selected, a click on a message selects or deselects it. */
    onPress(event: MouseEvent): void {
      const key = (event.target as HTMLElement).closest<HTMLElement>('article[data-key]')?.dataset.key
      const item = items.find((each) => each.key === key)
      if (selected.length === 0 || event.isPropagationStopped() || item?.state !== 'settled' || item.push.deleted_by_sender)
        return
      event.preventDefault()
      event.stopPropagation()
      toggle(item)
    },
    /** The actions for the selected messages; undefined if there are none. */
    bar:
      selected.length > 0 ? (
        <div {...kept}>
          <Suspense>
            <SelectionBar items={selected} onRemove={remove} onEnd={end} />
          </Suspense>
        </div>
      ) : undefined,
  }
}
