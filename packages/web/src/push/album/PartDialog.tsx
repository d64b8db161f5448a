import { useStore } from '@nanostores/react'
import { type HistoryItem, membersOf } from '@waypost/client'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { albumPart } from './en.ts'
import { albumLabelOf } from './words.ts'

const messages = i18n('album-part', albumPart)

/** The actions for one picture of an album, or for the whole album. */
export type PartAct = 'forward' | 'remove' | 'removeForEveryone'

interface PartDialogProps {
  act: PartAct
  item: HistoryItem
  /** The picture that the user pointed at. */
  cell: HistoryItem
  onClose: () => void
  onChoose: (item: HistoryItem) => void
}

/** Asks whether an action is for one picture of an album or for the whole album. */
export function PartDialog({ act, item, cell, onClose, onChoose }: PartDialogProps) {
  const t = useStore(messages)
  const kind = act === 'forward' ? 'secondary' : 'danger'
  return (
    <Dialog
      title={t[act]}
      onClose={onClose}
      actions={
        <>
          <Button kind={kind} data-first="" onClick={() => onChoose(cell)}>
            {t.one}
          </Button>
          <Button kind={kind} onClick={() => onChoose(item)}>
            {t.all({ count: membersOf(item).length })}
          </Button>
        </>
      }
    >
      <p dir="auto">{albumLabelOf(item)}</p>
    </Dialog>
  )
}
