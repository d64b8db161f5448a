import type { HistoryItem } from '@waypost/client'
import { Suspense, useState } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import type { ItemActions } from '../item/actions.ts'
import type { PartAct } from './PartDialog.tsx'

const PartDialog = lazily(async () => (await import('./PartDialog.tsx')).PartDialog)

/** Lets an action on a picture of an album apply to just that one or to the whole album. */
export function useParts(actions: ItemActions) {
  const [asking, setAsking] = useState<{ act: PartAct; item: HistoryItem; cell: HistoryItem }>()
  return {
    /** The actions for a menu opened on a picture of an album, or elsewhere. */
    actionsOf(cell: HistoryItem | undefined): ItemActions {
      if (!cell) return actions
      const ask = (act: PartAct) => (item: HistoryItem) => setAsking({ act, item, cell })
      return { ...actions, forward: ask('forward'), remove: ask('remove'), removeForEveryone: ask('removeForEveryone') }
    },
    open: asking && (
      <Suspense>
        <PartDialog
          {...asking}
          onClose={() => setAsking(undefined)}
          onChoose={(item) => {
            setAsking(undefined)
            actions[asking.act](item)
          }}
        />
      </Suspense>
    ),
  }
}
