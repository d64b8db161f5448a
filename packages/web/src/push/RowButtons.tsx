import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { Copy, Ellipsis, ExternalLink as Open, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { i18n } from '../ui/language.ts'
import { Menu } from '../ui/Menu.tsx'
import { MessageTime } from '../ui/MessageRow.tsx'
import type { RowActions } from './actions.ts'
import { TypeIcon } from './TypeIcon.tsx'
import { addressOf } from './words.ts'

const messages = i18n('row-buttons', {
  actions: 'Message actions',
  copy: 'Copy',
  open: 'Open',
  delete: 'Delete',
})

interface RowButtonsProps {
  row: HistoryItem
  /** When it was sent, in words. */
  time: string
  actions: RowActions
  /** Tab stops at them. */
  reachable: boolean
  /** There is room for one button only. */
  narrow: boolean
}

/** What can be done with a push that the server has, and when it was sent. */
export function RowButtons({ row, time, actions, reachable, narrow }: RowButtonsProps) {
  const t = useStore(messages)
  const common = { size: 'small', tabIndex: reachable ? 0 : -1 } as const
  const opens = addressOf(row.push) !== undefined
  if (narrow)
    return (
      <Menu
        label={t.actions}
        heading={time}
        items={[
          { label: t.copy, icon: <Copy size={18} />, onSelect: () => actions.copy(row) },
          ...(opens ? [{ label: t.open, icon: <Open size={18} />, onSelect: () => actions.open(row) }] : []),
          { label: t.delete, icon: <Trash2 size={18} />, danger: true, onSelect: () => actions.remove(row) },
        ]}
        trigger={(props) => (
          <IconButton {...props} {...common} label={t.actions}>
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
        )}
      />
    )
  return (
    <>
      <MessageTime>
        <TypeIcon type={row.push.type} size={14} />
        {time}
      </MessageTime>
      <IconButton {...common} label={t.copy} onClick={() => actions.copy(row)}>
        <Copy size={16} aria-hidden="true" />
      </IconButton>
      {opens && (
        <IconButton {...common} label={t.open} onClick={() => actions.open(row)}>
          <Open size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton {...common} label={t.delete} onClick={() => actions.remove(row)}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}
