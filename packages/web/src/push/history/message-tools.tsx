// Opens the menus and dialogs of messages and their conversation, and goes to messages and days.

import { useStore } from '@nanostores/react'
import { type HistoryItem, membersOf, type Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { $touch } from '../../browser/media.ts'
import type { FollowedEnd } from '../../conversation/followed-end.ts'
import { $goToDate } from '../../page/shell/go-to-date.ts'
import { $wantedMessage } from '../../page/shell/wanted-message.ts'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { type Point, useContextMenu } from '../../ui/inputs/use-context-menu.ts'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useParts } from '../album/parts.tsx'
import { compose, editOf } from '../composing/composing.ts'
import { type ItemActions, itemActions } from '../item/actions.ts'
import { historyJumps, messageDialogs } from './en.ts'
import { useSelection } from './selection.tsx'

const MessageMenu = lazily(async () => (await import('../menu/MessageMenu.tsx')).MessageMenu, { soon: true })
const ForwardDialog = lazily(async () => (await import('../dialogs/ForwardDialog.tsx')).ForwardDialog, { soon: true })
const DetailsDialog = lazily(async () => (await import('../dialogs/DetailsDialog.tsx')).DetailsDialog, { soon: true })
const DateDialog = lazily(async () => (await import('../dialogs/DateDialog.tsx')).DateDialog, { soon: true })
const TagsDialog = lazily(async () => (await import('../tags/TagsDialog.tsx')).TagsDialog, { soon: true })
const Remind = lazily(async () => (await import('../reminders/Remind.tsx')).Remind, { soon: true })
const EmojiPicker = lazily(async () => (await import('../emoji/EmojiPicker.tsx')).EmojiPicker)

/** Only touch screens need it. */
const loadSwipes = () => import('../menu/swipe-reply.ts')

const openMessages = i18n('message-dialogs', messageDialogs)

type Dialog = { item: HistoryItem } & (
  | { kind: 'forward' | 'details' | 'tags' }
  | { kind: 'emoji'; owner: HTMLElement }
  | { kind: 'remind'; owner: HTMLElement; at: Point }
)

interface OpenMenu {
  item: HistoryItem
  /** The album picture on which it was opened. */
  cell?: HistoryItem | undefined
  owner: HTMLElement
  at: Point
  lifted: boolean
}

interface ToolsOptions {
  target: Target
  items: readonly HistoryItem[]
  end: FollowedEnd
  /** Whether the conversation has a form, so the user can reply and edit. */
  writable: boolean
  /** Focuses the form. */
  onCompose: () => void
  /** Goes to a message in the whole conversation, if the items are only a part of it. */
  onShow?: ((push: Push) => void) | undefined
}

/** The actions on a conversation's messages. */
export function useMessageTools({ target, items, end, writable, onCompose, onShow }: ToolsOptions) {
  const session = useSession()
  const [menu, setMenu] = useState<OpenMenu>()
  const [dialog, setDialog] = useState<Dialog>()
  const selection = useSelection(items, end)
  const { toggle } = selection
  const isPart = onShow !== undefined
  const jumps = useJumps(target, items, end, isPart)
  const dates = useDateDialog(!isPart && items.length > 0, jumps.jumpSince)
  const now = {
    itemOf: (key: string | undefined) => items.find((item) => item.key === key),
    onCompose,
    jumpFrom: onShow ?? jumps.jumpFrom,
    onShow,
  }
  const latest = useRef(now)
  latest.current = now

  // Stable functions while the conversation is open, since every item depends on them.
  const actions = useMemo((): ItemActions => {
    const start = (composing: Parameters<typeof compose>[2]) => {
      compose(session, target.key, composing)
      // After the form has rendered the reply or edit.
      requestAnimationFrame(() => latest.current.onCompose())
    }
    return {
      ...itemActions(session).actions,
      reply: ({ push }) => start({ kind: 'reply', push }),
      edit: ({ push }) => start(editOf(push)),
      forward: (item) => setDialog({ kind: 'forward', item }),
      select: toggle,
      details: (item) => setDialog({ kind: 'details', item }),
      menu(item, button) {
        const { left, bottom } = button.getBoundingClientRect()
        setMenu({ item, owner: button, at: { x: left, y: bottom + 4 }, lifted: false })
      },
      jump: (push, from) => latest.current.jumpFrom(push, from.push),
      ...(isPart && { show: ({ push }: HistoryItem) => latest.current.onShow?.(push) }),
      tags: (item) => setDialog({ kind: 'tags', item }),
    }
  }, [session, target.key, toggle, isPart])

  const contextMenu = useContextMenu('[data-cell], article[data-key]', (part, at, lifted) => {
    const article = part.closest<HTMLElement>('article')
    const item = latest.current.itemOf(article?.dataset.key)
    if (!article || item?.state !== 'settled') return
    const cell = item.album?.find(({ key }) => key === part.dataset.cell)
    setMenu({ item, cell, owner: (!lifted && cell && part.querySelector<HTMLElement>('button')) || article, at, lifted })
  })
  const parts = useParts(actions)
  useReplySwipes(writable ? end.scroller : undefined, (key) => latest.current.itemOf(key), actions)

  return {
    actions,
    /** A right-click or a long press opens the menu of a message. */
    menuProps: menuPropsOf(contextMenu, selection),
    /** The message may be older than the loaded ones. */
    jump: jumps.jump,
    propsOf: (item: HistoryItem) => ({
      item,
      actions,
      writable,
      /** The user was brought to it. */
      found: jumps.found === item.key,
      selected: selection.has(item),
      narrow: end.narrow,
    }),
    /** Goes back to the reply the user came from; undefined if there is none. */
    back: jumps.back,
    selection,
    open: (
      <>
        {menu && (
          <Suspense>
            <MessageMenu
              {...menu}
              actions={parts.actionsOf(menu.cell)}
              writable={writable}
              onMoreEmoji={() => setDialog({ kind: 'emoji', item: menu.item, owner: menu.owner })}
              onRemind={() => setDialog({ kind: 'remind', item: menu.item, owner: menu.owner, at: menu.at })}
              onClose={() => setMenu(undefined)}
            />
          </Suspense>
        )}
        {parts.open}
        {dates}
        {dialog && <MessageDialog dialog={dialog} target={target} onReact={actions.react} onClose={() => setDialog(undefined)} />}
      </>
    ),
  }
}

/** The props of a context menu, with presses that select, and without the clicks that are the browser's. */
function menuPropsOf(
  contextMenu: ReturnType<typeof useContextMenu>,
  { onPress }: ReturnType<typeof useSelection>,
): typeof contextMenu {
  return {
    ...contextMenu,
    onClickCapture(event) {
      // The click may be the end of a long press.
      contextMenu.onClickCapture(event)
      onPress(event)
    },
    onContextMenu(event) {
      // The browser's own menu can copy the selection, and offers more for fields.
      if (String(getSelection() ?? '') === '' || event.nativeEvent instanceof KeyboardEvent) contextMenu.onContextMenu(event)
    },
  }
}

/** The header and the palette offer the dialog as long as there are messages. */
function useDateDialog(hasItems: boolean, jumpSince: (seconds: number) => Promise<boolean>): ReactNode {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!hasItems) return
    $goToDate.set(() => setOpen(true))
    return () => $goToDate.set(undefined)
  }, [hasItems])
  return (
    open && (
      <Suspense>
        <DateDialog onClose={() => setOpen(false)} onChoose={(midnight) => jumpSince(midnight / 1_000)} />
      </Suspense>
    )
  )
}

interface MessageDialogProps {
  dialog: Dialog
  target: Target
  onReact: ItemActions['react']
  onClose: () => void
}

function MessageDialog({ dialog, target, onReact, onClose }: MessageDialogProps) {
  const t = useStore(openMessages)
  const { kind, item } = dialog
  return (
    <Suspense>
      {kind === 'forward' && <ForwardDialog items={[item]} onClose={onClose} />}
      {kind === 'tags' && <TagsDialog item={item} onClose={onClose} />}
      {kind === 'details' && <DetailsDialog item={item} target={target} onClose={onClose} />}
      {kind === 'emoji' && (
        <EmojiPicker title={t.react} opener={dialog.owner} onChoose={(emoji) => onReact(item, emoji)} onClose={onClose} />
      )}
      {kind === 'remind' && <Remind {...dialog} onClose={onClose} />}
    </Suspense>
  )
}

/** Lets a finger pull messages aside to reply to them; `itemOf` finds one by its key. */
function useReplySwipes(
  scroller: FollowedEnd['scroller'] | undefined,
  itemOf: (key: string) => HistoryItem | undefined,
  { reply }: ItemActions,
): void {
  const touch = useStore($touch)
  const latest = useRef(itemOf)
  latest.current = itemOf
  useEffect(() => {
    const element = scroller?.current
    if (!touch || !element) return
    let stop: (() => void) | undefined
    let left = false
    const replyable = (key: string) => {
      const item = latest.current(key)
      return item?.state === 'settled' && !item.push.deleted_by_sender ? item : undefined
    }
    const onReply = (key: string) => {
      const item = replyable(key)
      if (item) reply(item)
    }
    const start = ({ watchReplySwipes }: Awaited<ReturnType<typeof loadSwipes>>) => {
      if (!left) stop = watchReplySwipes(element, { mayReply: (key) => replyable(key) !== undefined, onReply })
    }
    // Offline, there is still the menu.
    loadSwipes().then(start, () => {})
    return () => {
      left = true
      stop?.()
    }
  }, [scroller, touch, reply])
}

const messages = i18n('history-jumps', historyJumps)

/** How long a message that the user was taken to stays highlighted, in milliseconds. */
const lightsUp = 1_600

/** A destination: a message, or the first one at or after a time in seconds. */
type Goal = { iden: string } | { since: number }

/** Takes the user to messages of a conversation. @param isPart whether the items are only a part of it, so nobody is taken here */
function useJumps(target: Target, items: readonly HistoryItem[], end: Pick<FollowedEnd, 'reveal' | 'atEnd'>, isPart: boolean) {
  const session = useSession()
  const [goal, setGoal] = useState<Goal>()
  const [found, setFound] = useState<string>()
  const [from, setFrom] = useState<Push>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the goal is among the items
  useEffect(() => {
    const item = goal && itemAt(goal, items)
    if (!item) return
    setGoal(undefined)
    setFound(item.key)
    end.reveal(item.key)
  }, [goal, items])

  const wanted = useStore($wantedMessage)
  useEffect(() => {
    if (wanted?.target !== target.key || isPart) return
    $wantedMessage.set(undefined)
    setGoal({ iden: wanted.push.iden })
  }, [wanted, target.key, isPart])

  useEffect(() => {
    if (found === undefined) return
    const timer = setTimeout(() => setFound(undefined), lightsUp)
    return () => clearTimeout(timer)
  }, [found])

  // At the end of the conversation the reply is in view again.
  const { atEnd } = end
  useEffect(() => {
    if (atEnd) setFrom(undefined)
  }, [atEnd])

  function jump(push: Push) {
    setGoal({ iden: push.iden })
    if (itemAt({ iden: push.iden }, items)) return
    void session.push.showAround(target, push.created).then((loaded) => {
      if (loaded) return
      setGoal(undefined)
      showToast(messages.get().notFound)
    })
  }

  return {
    found,
    jump,
    jumpFrom(push: Push, reply: Push) {
      setFrom(reply)
      jump(push)
    },
    /**
     * Goes to the first message at or after a time in seconds, or to the newest one if there is none. Resolves to false if earlier messages
     * couldn't be loaded.
     */
    async jumpSince(since: number): Promise<boolean> {
      const loaded = await session.push.showAround(target, since)
      if (loaded) setGoal({ since })
      return loaded
    },
    back:
      from === undefined
        ? undefined
        : () => {
            setFrom(undefined)
            jump(from)
          },
  }
}

function itemAt(goal: Goal, items: readonly HistoryItem[]): HistoryItem | undefined {
  if ('iden' in goal) return items.find((item) => membersOf(item).some(({ push }) => push.iden === goal.iden))
  return items.find(({ push }) => push.created >= goal.since) ?? items.at(-1)
}
