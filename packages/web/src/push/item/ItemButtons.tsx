// Shows the time of a push and its buttons: copy, open, delete.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { Copy, Ellipsis, ExternalLink as Open, Trash2 } from 'lucide-react'
import { MessageTime } from '../../ui/cards/MessageItem.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { Menu } from '../../ui/inputs/Menu.tsx'
import { i18n } from '../../ui/language.ts'
import { addressOf } from '../labels.ts'
import type { ItemActions } from './actions.ts'
import { TypeIcon } from './TypeIcon.tsx'

const messages = i18n('item-buttons', {
  actions: 'Message actions',
  copy: 'Copy',
  open: 'Open',
  delete: 'Delete',
})

interface ItemButtonsProps {
  item: HistoryItem
  /** When it was sent, as text. */
  time: string
  actions: ItemActions
  /** The buttons are Tab stops. */
  reachable: boolean
  /** There is room for only one button. */
  narrow: boolean
}

/** The buttons and the time of a push that the server has. */
export function ItemButtons({ item, time, actions, reachable, narrow }: ItemButtonsProps) {
  const t = useStore(messages)
  const common = { size: 'small', tabIndex: reachable ? 0 : -1 } as const
  const opens = addressOf(item.push) !== undefined
  if (narrow)
    return (
      <Menu
        label={t.actions}
        heading={time}
        items={[
          { label: t.copy, icon: <Copy size={18} />, onSelect: () => actions.copy(item) },
          ...(opens ? [{ label: t.open, icon: <Open size={18} />, onSelect: () => actions.open(item) }] : []),
          { label: t.delete, icon: <Trash2 size={18} />, danger: true, onSelect: () => actions.remove(item) },
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
        <TypeIcon type={item.push.type} size={14} />
        {time}
      </MessageTime>
      <IconButton {...common} label={t.copy} onClick={() => actions.copy(item)}>
        <Copy size={16} aria-hidden="true" />
      </IconButton>
      {opens && (
        <IconButton {...common} label={t.open} onClick={() => actions.open(item)}>
          <Open size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton {...common} label={t.delete} onClick={() => actions.remove(item)}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}
