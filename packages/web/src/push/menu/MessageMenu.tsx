import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { isLink } from '@waypost/client/words/short-links'
import { obstacleTo, type Push } from '@waypost/protocol'
import {
  BellRing,
  CircleCheck,
  Copy,
  Download,
  Forward,
  Hash,
  Info,
  Link,
  Mail,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Share2,
  SmilePlus,
  Trash2,
  UserX,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { $now } from '../../browser/clock.ts'
import { isOwn } from '../../browser/files/files.ts'
import { useSession } from '../../session/context.ts'
import { ContextMenu } from '../../ui/inputs/ContextMenu.tsx'
import type { MenuItem } from '../../ui/inputs/MenuItems.tsx'
import type { Point } from '../../ui/inputs/use-context-menu.ts'
import { i18n } from '../../ui/language.ts'
import { shareFile, sharesFile, sharesText, shareWith } from '../../ui/sharing.ts'
import type { ItemActions } from '../item/actions.ts'
import { fileNameOf, fileUrlOf } from '../item/pictures.ts'
import { hasOtherCopies, isEditable, ownReaction, takesReactions } from '../item/rules.ts'
import { addressOf, textOf } from '../labels.ts'
import { emojiRow, messageMenuWords, messageTools } from './en.ts'
import { LiftedMenu } from './LiftedMenu.tsx'
import styles from './MessageMenu.module.css'

const messages = i18n('message-tools', messageTools)

interface MessageMenuProps {
  item: HistoryItem
  /** The album picture on which it was opened. */
  cell?: HistoryItem | undefined
  owner: HTMLElement
  at: Point
  /** Whether it was opened by a resting finger; the message then stays in view. */
  lifted: boolean
  actions: ItemActions
  writable: boolean
  onMoreEmoji: () => void
  onRemind: () => void
  onClose: () => void
}

/** The menu of a message, with a row of emoji to react with. */
export function MessageMenu(props: MessageMenuProps) {
  const { item, cell, owner, at, lifted, actions, writable, onMoreEmoji, onRemind, onClose } = props
  const t = useStore(messages)
  const session = useSession()
  const now = $now.get() + session.$clockAhead.get()
  const leaving = (act: () => void) => () => {
    owner.focus()
    onClose()
    act()
  }
  const menu = {
    label: t.menu,
    owner,
    onClose,
    items: messageMenu(item, actions, { writable, now, cell, onRemind }),
    before: takesReactions(item.push) && (
      <EmojiRow
        own={ownReaction(session, item.push)}
        onReact={(emoji) => leaving(() => actions.react(item, emoji))()}
        onMore={leaving(onMoreEmoji)}
      />
    ),
  }
  return lifted ? <LiftedMenu {...menu} /> : <ContextMenu {...menu} at={at} />
}

const emojiMessages = i18n('emoji-row', emojiRow)

/** The emoji offered right away. */
const few = ['👍', '❤️', '😂', '🎉', '😮', '🙏']

interface EmojiRowProps {
  /** The user's own reaction. */
  own: string | undefined
  /** Called with '' to remove the reaction. */
  onReact: (emoji: string) => void
  onMore: () => void
}

/** Its buttons are items of the surrounding menu. */
function EmojiRow({ own, onReact, onMore }: EmojiRowProps) {
  const t = useStore(emojiMessages)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div className={styles.row} role="presentation" onKeyDown={moveSideways}>
      {few.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemcheckbox"
          aria-checked={emoji === own}
          aria-label={emoji === own ? t.takeBack({ emoji }) : t.react({ emoji })}
          tabIndex={-1}
          className={styles.emoji}
          onClick={() => onReact(emoji === own ? '' : emoji)}
        >
          {emoji}
        </button>
      ))}
      <button type="button" role="menuitem" aria-label={t.more} tabIndex={-1} className={styles.emoji} onClick={onMore}>
        <SmilePlus size={20} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Left and Right move within the row, in visual order; up and down belong to the menu. */
function moveSideways(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const forward = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr')
  const at = all.indexOf(event.target as HTMLElement)
  event.preventDefault()
  event.stopPropagation()
  all[(at + (forward ? 1 : all.length - 1)) % all.length]?.focus()
}

const itemMessages = i18n('message-menu', messageMenuWords)

const icons = { size: 18, 'aria-hidden': true } as const

interface MenuOptions {
  /** Whether the conversation has a form, so it can be replied to. */
  writable: boolean
  /** Milliseconds since 1970, by the server's clock. */
  now: number
  /** The album picture on which it was opened. */
  cell: HistoryItem | undefined
  onRemind: () => void
}

function messageMenu(item: HistoryItem, actions: ItemActions, options: MenuOptions): MenuItem[] {
  const { writable, now, cell = item, onRemind } = options
  const t = itemMessages.get()
  const { push } = item
  const address = addressOf(cell.push)
  const icon = <Trash2 {...icons} />
  const remove: MenuItem = {
    label: hasOtherCopies(push) ? t.deleteForMe : t.delete,
    icon,
    danger: true,
    onSelect: () => actions.remove(item),
  }
  if (push.deleted_by_sender) return [remove]
  const share = shareOf(cell.push)
  const isPinned = push.pinned !== undefined
  const items: (MenuItem | false | undefined)[] = [
    actions.show && { label: t.show, icon: <MessageSquareText {...icons} />, onSelect: () => actions.show?.(item) },
    writable && { label: t.reply, icon: <Reply {...icons} />, onSelect: () => actions.reply(item) },
    { label: t.forward, icon: <Forward {...icons} />, onSelect: () => actions.forward(item) },
    textOf(push) !== '' && { label: t.copyText, icon: <Copy {...icons} />, onSelect: () => actions.copyText(item) },
    address !== undefined && { label: t.copyLink, icon: <Link {...icons} />, onSelect: () => actions.copyLink(cell) },
    push.file_url !== undefined && { label: t.save, icon: <Download {...icons} />, onSelect: () => actions.save(cell) },
    share !== undefined && { label: t.share, icon: <Share2 {...icons} />, onSelect: share },
    isEditable(push, writable) && { label: t.edit, icon: <Pencil {...icons} />, onSelect: () => actions.edit(item) },
    {
      label: isPinned ? t.unpin : t.pin,
      icon: isPinned ? <PinOff {...icons} /> : <Pin {...icons} />,
      onSelect: () => actions.pin(item, !isPinned),
    },
    { label: t.tags, icon: <Hash {...icons} />, onSelect: () => actions.tags(item) },
    { label: t.remind, icon: <BellRing {...icons} />, onSelect: onRemind },
    { label: t.markUnread, icon: <Mail {...icons} />, onSelect: () => actions.markUnread(item) },
    { label: t.select, icon: <CircleCheck {...icons} />, onSelect: () => actions.select(item) },
    { label: t.details, icon: <Info {...icons} />, onSelect: () => actions.details(cell) },
    remove,
    isRetractable(push, now) && {
      label: t.deleteForAll,
      icon: <UserX {...icons} />,
      danger: true,
      onSelect: () => actions.removeForEveryone(item),
    },
  ]
  return items.filter((entry) => entry !== false && entry !== undefined)
}

const isRetractable = (push: Push, now: number): boolean =>
  hasOtherCopies(push) && !obstacleTo('deleteForEveryone', push, now - push.created * 1_000)

/** Opens the system's share sheet with a push; undefined if the browser can't. */
function shareOf(push: Push): (() => void) | undefined {
  const url = fileUrlOf(push)
  if (url !== undefined && isOwn(url)) {
    const name = fileNameOf(push)
    const { file_type: type, body: text } = push
    return sharesFile(name, type ?? '') ? () => void shareFile({ url, name, type, text }) : undefined
  }
  const link = addressOf(push)
  const text = link !== undefined && isLink(push.url) ? push.body : textOf(push)
  if (!sharesText() || (link === undefined && !text)) return undefined
  const title = link === undefined ? undefined : push.title
  return () => void shareWith({ ...(title && { title }), ...(text && { text }), ...(link !== undefined && { url: link }) })
}
