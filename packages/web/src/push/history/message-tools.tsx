// Opens the menu and the dialogs of messages, and goes from a reply to the message that it quotes and back.

import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { useSession } from '../../session/context.ts'
import { ContextMenu } from '../../ui/inputs/ContextMenu.tsx'
import { type Point, useContextMenu } from '../../ui/inputs/use-context-menu.ts'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { showToast } from '../../ui/notices/notices.ts'
import { compose, editOf } from '../composing/composing.ts'
import { type ItemActions, itemActions } from '../item/actions.ts'
import { EmojiRow } from '../item/EmojiRow.tsx'
import { messageMenu, takesReactions } from '../item/message-menu.tsx'
import { ownReaction } from '../item/reaction.ts'

const messages = i18n('message-tools', {
  menu: 'Message actions',
  notFound: 'That message could not be loaded. Check your connection and try again.',
})

const ForwardDialog = lazily(async () => (await import('../dialogs/ForwardDialog.tsx')).ForwardDialog)
const DetailsDialog = lazily(async () => (await import('../dialogs/DetailsDialog.tsx')).DetailsDialog)
const EmojiDialog = lazily(async () => (await import('../dialogs/EmojiDialog.tsx')).EmojiDialog)

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

interface Feed {
  reveal(key: string): void
  atEnd: boolean
}

interface ToolsOptions {
  target: Target
  items: readonly HistoryItem[]
  feed: Feed
  /** The conversation has a form, which can reply and edit. */
  writable: boolean
  /** Focuses the form. */
  onCompose: () => void
}

/** How long a message that the user was brought to lights up, in milliseconds. */
const lightsUp = 1_600

/** What a conversation offers for its messages besides showing them. */
export function useMessageTools({ target, items, feed, writable, onCompose }: ToolsOptions): Tools {
  const session = useSession()
  const [menu, setMenu] = useState<{ item: HistoryItem; owner: HTMLElement; at: Point }>()
  const [dialog, setDialog] = useState<{ kind: 'forward' | 'details' | 'emoji'; item: HistoryItem }>()
  const jumps = useJumps(target, items, feed)
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
      jump: (push, from) => latest.current.jumpFrom(push, from.key),
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
          <MessageMenu
            {...menu}
            actions={actions}
            writable={writable}
            onMoreEmoji={() => setDialog({ kind: 'emoji', item: menu.item })}
            onClose={() => setMenu(undefined)}
          />
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

interface MessageMenuProps {
  item: HistoryItem
  owner: HTMLElement
  at: Point
  actions: ItemActions
  writable: boolean
  onMoreEmoji: () => void
  onClose: () => void
}

function MessageMenu({ item, owner, at, actions, writable, onMoreEmoji, onClose }: MessageMenuProps) {
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

/** Goes to messages, loading earlier ones as needed, and back. */
function useJumps(target: Target, items: readonly HistoryItem[], feed: Feed) {
  const session = useSession()
  const [goal, setGoal] = useState<string>()
  const [found, setFound] = useState<string>()
  const [from, setFrom] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the goal is among the items
  useEffect(() => {
    const item = goal === undefined ? undefined : items.find(({ push }) => push.iden === goal)
    if (!item) return
    setGoal(undefined)
    setFound(item.key)
    feed.reveal(item.key)
  }, [goal, items])

  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => setFound(undefined), lightsUp)
    return () => clearTimeout(timer)
  }, [found])

  // At the end the reply is as near as it was.
  const { atEnd } = feed
  useEffect(() => {
    if (atEnd) setFrom(undefined)
  }, [atEnd])

  function jump(push: Push) {
    setGoal(push.iden)
    if (items.some((item) => item.push.iden === push.iden)) return
    void session.push.loadSince(target, push.created).then((loaded) => {
      if (loaded) return
      setGoal(undefined)
      showToast(messages.get().notFound)
    })
  }

  return {
    found,
    jump,
    jumpFrom(push: Push, key: string) {
      setFrom(key)
      jump(push)
    },
    back:
      from === undefined
        ? undefined
        : () => {
            setFrom(undefined)
            setFound(from)
            feed.reveal(from)
          },
  }
}
