// Shows a target in the sidebar: picture, name, last message with its time, unread count and menu.

import { useStore } from '@nanostores/react'
import type { DraftText, LastMessage, Range, Target } from '@waypost/client'
import type { Channel, Chat } from '@waypost/protocol'
import { ChevronDown, Settings } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { Marked } from '../format/Marked.tsx'
import { lineOf, nameInWords, nameOf } from '../format/names.ts'
import { editorOf, hrefOf, type TargetSection } from '../route.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { TargetMenuLater } from '../target/TargetMenuLater.tsx'
import { CountBadge, MarkedBadge, MutedBadge, PinnedBadge } from '../ui/Badge.tsx'
import { i18n } from '../ui/language.ts'
import { ListItem } from '../ui/lists/ListItem.tsx'
import { targetItem } from './en.ts'
import { useLastLines } from './last-lines.ts'
import styles from './Sidebar.module.css'

export const itemMessages = i18n('target-item', targetItem)

interface TargetItemProps {
  target: Target
  section: TargetSection
  current: boolean
  tabIndex: 0 | -1
  onFocus: (key: string) => void
  /** Undefined if it isn't unread. */
  unread: number | undefined
  /** Whether it was marked as unread, with nothing new since. */
  marked: boolean
  last: LastMessage | undefined
  /** The draft, except that of the open conversation, which is in its field. */
  draft: DraftText | undefined
  /** Whether another target has the same name, so the name alone is ambiguous. */
  twin: boolean
  /** The matches in the name and in the line below it. */
  inName?: Range | undefined
  inDesc?: Range | undefined
}

/** Memoized, as a list may have hundreds of items. */
export const TargetItem = memo(function TargetItem(props: TargetItemProps) {
  const { target, section, current, tabIndex, onFocus, unread, marked, last, draft, twin, inName, inDesc } = props
  const t = useStore(itemMessages)
  const line = lineOf(target)
  const name = nameInWords(target)
  const found = inDesc !== undefined && says(line, target.desc, inDesc)
  const tag = target.type === 'channel' ? (target.obj as Channel).tag : undefined
  const isPinned = (target.obj as Chat | undefined)?.pinned !== undefined
  const editor = tag === undefined ? undefined : editorOf(tag)
  const hasLast = last !== undefined || draft !== undefined || target.type === 'chat' || target.type === 'email'
  const lines = useLastLines(hasLast)
  return (
    <ListItem
      href={hrefOf(section, target.key)}
      picture={<TargetAvatar target={target} />}
      title={line ? t.two({ name: nameOf(target), line }) : nameOf(target)}
      name={
        <>
          <Marked text={nameOf(target)} range={inName} />
          {twin && line && !found && (
            <>
              {' '}
              <span className={styles.address}>{line}</span>
            </>
          )}
        </>
      }
      line={
        found ? (
          <Marked text={line} range={inDesc} />
        ) : lines ? (
          <lines.LastLine target={target} last={last} draft={draft} />
        ) : // The address would be replaced by the message at once.
        hasLast || !line ? (
          '\u00a0'
        ) : (
          line
        )
      }
      time={lines && last && !found && <lines.LastTime last={last} />}
      unread={unread !== undefined}
      badge={
        unread !== undefined || target.muted || isPinned ? (
          <>
            {isPinned && <PinnedBadge />}
            {target.muted && <MutedBadge />}
            {marked ? <MarkedBadge /> : <CountBadge count={unread ?? 0} />}
          </>
        ) : null
      }
      beside={
        editor && (
          <Link href={editor} className={styles.gear} title={t.edit({ name })} aria-label={t.edit({ name })}>
            <Settings size={16} aria-hidden="true" />
          </Link>
        )
      }
      current={current}
      tabIndex={tabIndex}
      onFocus={() => onFocus(target.key)}
      action={
        current && (
          <TargetMenuLater target={target} section={section} label={t.actions({ name })} size="small">
            <ChevronDown size={18} aria-hidden="true" />
          </TargetMenuLater>
        )
      }
    />
  )
})

/** Whether the line below the name contains the match; it isn't always the target's `desc`. */
function says(line: string, desc: string, { start, end }: Range): boolean {
  return line.slice(start, end).toLowerCase() === desc.slice(start, end).toLowerCase()
}
