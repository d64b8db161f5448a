// Shows the time of a push and its buttons: react, reply, more.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { Ellipsis, Reply, ThumbsUp } from 'lucide-react'
import { useSession } from '../../session/context.ts'
import { MessageTime } from '../../ui/cards/MessageItem.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import type { ItemActions } from './actions.ts'
import { ownReaction } from './reaction.ts'
import { takesReactions } from './rules.ts'
import { TypeIcon } from './TypeIcon.tsx'

const messages = i18n('item-buttons', {
  actions: 'Message actions',
  like: 'Like',
  reply: 'Reply',
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
  /** The conversation has a form, which can reply. */
  writable: boolean
}

/** The buttons and the time of a push that the server has. */
export function ItemButtons({ item, time, actions, reachable, narrow, writable }: ItemButtonsProps) {
  const t = useStore(messages)
  const session = useSession()
  const common = { size: 'small', tabIndex: reachable ? 0 : -1 } as const
  const menu = (
    <IconButton {...common} label={t.actions} aria-haspopup="menu" onClick={(event) => actions.menu(item, event.currentTarget)}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  if (narrow) return menu
  return (
    <>
      <MessageTime>
        <TypeIcon type={item.push.type} size={14} />
        {time}
      </MessageTime>
      {takesReactions(item.push) && (
        <IconButton
          {...common}
          label={t.like}
          onClick={() => actions.react(item, ownReaction(session, item.push) === like ? '' : like)}
        >
          <ThumbsUp size={16} aria-hidden="true" />
        </IconButton>
      )}
      {writable && !item.push.deleted_by_sender && (
        <IconButton {...common} label={t.reply} onClick={() => actions.reply(item)}>
          <Reply size={18} aria-hidden="true" />
        </IconButton>
      )}
      {menu}
    </>
  )
}

const like = '👍'
