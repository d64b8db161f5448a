// Opens the menu and the dialogs of messages and of their conversation.

import type { HistoryItem, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { $goToDate } from '../../page/shell/conversation-commands.ts'
import { useSession } from '../../session/context.ts'
import { type Point, useContextMenu } from '../../ui/inputs/use-context-menu.ts'
import { lazily } from '../../ui/lazily.tsx'
import { compose, editOf } from '../composing/composing.ts'
import { type ItemActions, itemActions } from '../item/actions.ts'
import { useJumps } from './jumps.ts'

const MessageMenu = lazily(async () => (await import('../menu/MessageMenu.tsx')).MessageMenu, { soon: true })
const ForwardDialog = lazily(async () => (await import('../dialogs/ForwardDialog.tsx')).ForwardDialog, { soon: true })
const DetailsDialog = lazily(async () => (await import('../dialogs/DetailsDialog.tsx')).DetailsDialog, { soon: true })
const DateDialog = lazily(async () => (await import('../dialogs/DateDialog.tsx')).DateDialog, { soon: true })
const EmojiDialog = lazily(async () => (await import('../dialogs/EmojiDialog.tsx')).EmojiDialog, { soon: true })

interface Tools {
  actions: ItemActions
  /** Props of the element around the messages: a right click or a long press opens the menu of a message. */
  menuProps: ReturnType<typeof useContextMenu>
  /** Goes to a message, which may be older than those that are loaded. */
  jump(push: Push): void
  /** The message that the user was brought to, by its key. */
  found: string | undefined
  /** Goes back to the reply that the user came from; undefined when there is none. */
  back: (() => void) | undefined
  /** The menu and the dialog that are open. */
  open: ReactNode
}

interface ToolsOptions {
  target: Target
  items: readonly HistoryItem[]
  end: FollowedEnd
  /** The conversation has a form, which can reply and edit. */
  writable: boolean
  /** Focuses the form. */
  onCompose: () => void
}

/** What a conversation offers for its messages besides showing them. */
export function useMessageTools({ target, items, end, writable, onCompose }: ToolsOptions): Tools {
  const session = useSession()
  const [menu, setMenu] = useState<{ item: HistoryItem; owner: HTMLElement; at: Point }>()
  const [dialog, setDialog] = useState<{ kind: 'forward' | 'details' | 'emoji'; item: HistoryItem }>()
  const [choosingDate, setChoosingDate] = useState(false)
  const jumps = useJumps(target, items, end)
  const hasItems = items.length > 0
  useEffect(() => {
    if (!hasItems) return
    $goToDate.set(() => setChoosingDate(true))
    return () => $goToDate.set(undefined)
  }, [hasItems])
  const latest = useRef({ items, onCompose, jumpFrom: jumps.jumpFrom })
  latest.current = { items, onCompose, jumpFrom: jumps.jumpFrom }

  // The same functions for as long as the conversation is open, as every item depends on them.
  const actions = useMemo((): ItemActions => {
    const start = (composing: Parameters<typeof compose>[2]) => {
      compose(session, target.key, composing)
      // After the form has what it composes.
      requestAnimationFrame(() => latest.current.onCompose())
    }
    return {
      ...itemActions(session).actions,
      reply: ({ push }) => start({ kind: 'reply', push }),
      edit: ({ push }) => start(editOf(push)),
      forward: (item) => setDialog({ kind: 'forward', item }),
      details: (item) => setDialog({ kind: 'details', item }),
      menu(item, button) {
        const { left, bottom } = button.getBoundingClientRect()
        setMenu({ item, owner: button, at: { x: left, y: bottom + 4 } })
      },
      jump: (push, from) => latest.current.jumpFrom(push, from.push),
    }
  }, [session, target.key])

  const contextMenu = useContextMenu('article[data-key]', (owner, at) => {
    const item = latest.current.items.find(({ key }) => key === owner.dataset.key)
    if (item?.state === 'settled') setMenu({ item, owner, at })
  })
  const menuProps: typeof contextMenu = {
    ...contextMenu,
    onContextMenu(event) {
      // The browser's own menu copies what is selected, and has more for fields.
      if (String(getSelection() ?? '') === '' || event.nativeEvent instanceof KeyboardEvent) contextMenu.onContextMenu(event)
    },
  }

  const close = () => setDialog(undefined)
  const react = (item: HistoryItem) => (emoji: string) => actions.react(item, emoji)
  return {
    actions,
    menuProps,
    jump: jumps.jump,
    found: jumps.found,
    back: jumps.back,
    open: (
      <>
        {menu && (
          <Suspense>
            <MessageMenu
              {...menu}
              actions={actions}
              writable={writable}
              onMoreEmoji={() => setDialog({ kind: 'emoji', item: menu.item })}
              onClose={() => setMenu(undefined)}
            />
          </Suspense>
        )}
        {choosingDate && (
          <Suspense>
            <DateDialog onClose={() => setChoosingDate(false)} onChoose={(midnight) => jumps.jumpSince(midnight / 1_000)} />
          </Suspense>
        )}
        {dialog && (
          <Suspense>
            {dialog.kind === 'forward' && <ForwardDialog push={dialog.item.push} onClose={close} />}
            {dialog.kind === 'details' && <DetailsDialog item={dialog.item} target={target} onClose={close} />}
            {dialog.kind === 'emoji' && <EmojiDialog onReact={react(dialog.item)} onClose={close} />}
          </Suspense>
        )}
      </>
    ),
  }
}
