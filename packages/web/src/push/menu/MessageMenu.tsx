// Draws the menu of a message.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { $now } from '../../browser/clock.ts'
import { useSession } from '../../session/context.ts'
import { ContextMenu } from '../../ui/inputs/ContextMenu.tsx'
import type { Point } from '../../ui/inputs/use-context-menu.ts'
import { i18n } from '../../ui/language.ts'
import type { ItemActions } from '../item/actions.ts'
import { ownReaction } from '../item/reaction.ts'
import { takesReactions } from '../item/rules.ts'
import { EmojiRow } from './EmojiRow.tsx'
import { messageMenu } from './message-menu.tsx'

const messages = i18n('message-tools', { menu: 'Message actions' })

interface MessageMenuProps {
  item: HistoryItem
  owner: HTMLElement
  at: Point
  actions: ItemActions
  writable: boolean
  onMoreEmoji: () => void
  onClose: () => void
}

/** The menu of a message, with a row of emoji to react with. */
export function MessageMenu({ item, owner, at, actions, writable, onMoreEmoji, onClose }: MessageMenuProps) {
  const t = useStore(messages)
  const session = useSession()
  const now = $now.get() + session.$clockAhead.get()
  const leaving = (act: () => void) => () => {
    owner.focus()
    onClose()
    act()
  }
  return (
    <ContextMenu
      label={t.menu}
      at={at}
      owner={owner}
      onClose={onClose}
      items={messageMenu(item, actions, { writable, now })}
      before={
        takesReactions(item.push) && (
          <EmojiRow
            own={ownReaction(session, item.push)}
            onReact={(emoji) => leaving(() => actions.react(item, emoji))()}
            onMore={leaving(onMoreEmoji)}
          />
        )
      }
    />
  )
}
