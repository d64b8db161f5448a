// Makes the menu of a message.

import type { HistoryItem } from '@waypost/client'
import { limits, type Push } from '@waypost/protocol'
import { Copy, Download, Forward, Info, Link, Pencil, Pin, PinOff, Reply, Share2, Trash2, UserX } from 'lucide-react'
import type { MenuItem } from '../../ui/inputs/MenuItems.tsx'
import { i18n } from '../../ui/language.ts'
import type { ItemActions } from '../item/actions.ts'
import { hasOtherCopies, isEditable } from '../item/rules.ts'
import { addressOf, textOf } from '../labels.ts'
import { shareOf } from './share-push.ts'

const messages = i18n('message-menu', {
  reply: 'Reply',
  forward: 'Forward',
  copyText: 'Copy text',
  copyLink: 'Copy link',
  save: 'Save file',
  share: 'Share',
  edit: 'Edit',
  pin: 'Pin',
  unpin: 'Unpin',
  details: 'Details',
  delete: 'Delete',
  deleteForMe: 'Delete for me',
  deleteForAll: 'Delete for everyone',
})

const icons = { size: 18, 'aria-hidden': true } as const

/** What can be done with a message in a conversation. */
interface MenuOptions {
  /** The conversation has a form, which can reply. */
  writable: boolean
  /** Milliseconds since 1970, by the server's clock. */
  now: number
}

/** The menu of a message that the server has. */
export function messageMenu(item: HistoryItem, actions: ItemActions, { writable, now }: MenuOptions): MenuItem[] {
  const t = messages.get()
  const { push } = item
  const address = addressOf(push)
  const icon = <Trash2 {...icons} />
  const remove: MenuItem = {
    label: hasOtherCopies(push) ? t.deleteForMe : t.delete,
    icon,
    danger: true,
    onSelect: () => actions.remove(item),
  }
  if (push.deleted_by_sender) return [remove]
  const share = shareOf(push)
  const isPinned = push.pinned !== undefined
  const items: (MenuItem | false)[] = [
    writable && { label: t.reply, icon: <Reply {...icons} />, onSelect: () => actions.reply(item) },
    { label: t.forward, icon: <Forward {...icons} />, onSelect: () => actions.forward(item) },
    textOf(push) !== '' && { label: t.copyText, icon: <Copy {...icons} />, onSelect: () => actions.copyText(item) },
    address !== undefined && { label: t.copyLink, icon: <Link {...icons} />, onSelect: () => actions.copyLink(item) },
    push.file_url !== undefined && { label: t.save, icon: <Download {...icons} />, onSelect: () => actions.save(item) },
    share !== undefined && { label: t.share, icon: <Share2 {...icons} />, onSelect: share },
    isEditable(push, writable) && { label: t.edit, icon: <Pencil {...icons} />, onSelect: () => actions.edit(item) },
    {
      label: isPinned ? t.unpin : t.pin,
      icon: isPinned ? <PinOff {...icons} /> : <Pin {...icons} />,
      onSelect: () => actions.pin(item, !isPinned),
    },
    { label: t.details, icon: <Info {...icons} />, onSelect: () => actions.details(item) },
    remove,
    isRetractable(push, now) && {
      label: t.deleteForAll,
      icon: <UserX {...icons} />,
      danger: true,
      onSelect: () => actions.removeForEveryone(item),
    },
  ]
  return items.filter((entry) => entry !== false)
}

const isRetractable = (push: Push, now: number): boolean =>
  push.direction !== 'incoming' && hasOtherCopies(push) && now - push.created * 1_000 < limits.deleteForEveryoneFor
