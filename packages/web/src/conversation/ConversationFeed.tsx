import { useStore } from '@nanostores/react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { dayOf } from '../format/time.ts'
import { useFocusKept } from '../ui/accessibility/focus.ts'
import type { useContextMenu } from '../ui/inputs/use-context-menu.ts'
import { i18n } from '../ui/language.ts'
import { DayBreak, DayPill } from '../ui/lists/Divider.tsx'
import { JumpPill } from '../ui/lists/JumpPill.tsx'
import styles from './Conversation.module.css'
import { shownConversation } from './en.ts'
import type { FollowedEnd } from './followed-end.ts'
import { type Day, type Placed, placesOf } from './groups.ts'
import type { ConversationItem, MessagePlace } from './MessageItem.tsx'

const messages = i18n('shown-conversation', shownConversation)

interface Drawn extends Placed, Pick<MessagePlace, 'tabStop'> {
  index: number
  isLast: boolean
}

interface ConversationFeedProps<T extends ConversationItem> {
  /** The region's accessible name. */
  label: string
  items: readonly T[]
  end: FollowedEnd
  /** In seconds. */
  sentAt: (item: T) => number
  /** In conversations of several people. */
  speaker?: (item: T) => string | undefined
  /** Whether it can't be grouped with its neighbours, e.g. because it failed. */
  isAlone: (item: T) => boolean
  /** Milliseconds since 1970; only the day matters. */
  now: number
  draw: (item: T, drawn: Drawn) => ReactNode
  busy?: boolean
  menuProps?: ReturnType<typeof useContextMenu>
  /** Above the region. */
  bar?: ReactNode
  /** Above the first item: loads earlier ones. */
  top: ReactNode
  /** Between `top` and the first item. */
  head?: ReactNode
  empty?: ReactNode
  /** Below the last item: loads later ones. */
  bottom?: ReactNode
  pill: ReactNode
  /** The pill has no text, and sits at the end of its line, where it covers no message. */
  smallPill?: boolean
  onScrolled?: () => void
  /** Called on End if the items don't reach the newest ones. */
  onEnd?: (() => void) | undefined
  onNearStart?: (() => void) | undefined
  onNearEnd?: (() => void) | undefined
  /** Called on Esc, to focus the form. */
  onLeave: () => void
}

/** The messages of a conversation, with keys that move between them. */
export function ConversationFeed<T extends ConversationItem>(props: ConversationFeedProps<T>) {
  const { label, items, end, sentAt, speaker, isAlone, now, draw, busy = false, top, bottom, smallPill = false } = props
  const { menuProps, onScrolled, onEnd, onNearStart, onNearEnd, onLeave } = props
  const t = useStore(messages)
  const topKept = useFocusKept(end.leave)
  const pillKept = useFocusKept(end.leave)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read of an item changes with the item only
  const { places, days } = useMemo(() => placesOf(items, { sentAt, speaker, isAlone }), [items, speaker === undefined])
  return (
    <div className={styles.history}>
      {props.bar}
      <section
        ref={end.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        data-region="history"
        className={`scroller ${styles.scroller}`}
        style={end.sizes as CSSProperties | undefined}
        onScroll={() => {
          end.onScroll()
          onScrolled?.()
          // In the next task: the virtualizer must process this scroll event before items are added above.
          if (onNearStart && end.nearStart()) requestAnimationFrame(onNearStart)
          if (onNearEnd && end.nearEnd()) requestAnimationFrame(onNearEnd)
        }}
        onWheel={end.onHand}
        onTouchMove={end.onHand}
        onPointerDown={end.onHand}
        onKeyDown={(event) => {
          end.onHand()
          if (event.key === 'Escape') onLeave()
          if (event.key !== 'End' || !onEnd) return
          event.preventDefault()
          onEnd()
        }}
      >
        <div className={styles.column}>
          <div ref={end.top} className={styles.head}>
            <div className={styles.top} {...topKept}>
              {top}
            </div>
            {props.head}
            {items.length > 0 && <DayBreak />}
          </div>
          {items.length === 0 && props.empty}
          {items.length > 0 && (
            <div
              role="feed"
              aria-label={t.feed}
              aria-busy={busy}
              className={styles.feed}
              style={{ blockSize: end.height }}
              {...menuProps}
              onKeyDown={(event) => (event.key === 'End' && onEnd ? undefined : moveFocus(event, items, end.focusItem))}
              onFocus={(event) => end.onFocus(event.target.closest<HTMLElement>('[data-key]')?.dataset.key)}
              onBlur={end.onBlur}
            >
              <div className={styles.places}>
                {end.shown.map(({ index, key, start }) => {
                  const [item, place] = [items[index], places[index]]
                  if (!item || !place) return null
                  return (
                    <div
                      key={key}
                      ref={end.measure}
                      data-index={index}
                      className={styles.place}
                      style={{ insetBlockStart: start }}
                    >
                      {draw(item, { index, isLast: index === items.length - 1, tabStop: item.key === end.tabStop, ...place })}
                    </div>
                  )
                })}
                <DayPills days={days} end={end} now={now} />
              </div>
            </div>
          )}
          {bottom && <div className={styles.top}>{bottom}</div>}
        </div>
      </section>
      <div className={smallPill ? `${styles.pill} ${styles.beside}` : styles.pill} {...pillKept}>
        {props.pill}
      </div>
    </div>
  )
}

function DayPills({ days, end, now }: { days: readonly Day[]; end: FollowedEnd; now: number }) {
  const [first, last] = [end.shown[0]?.index ?? 0, end.shown.at(-1)?.index ?? -1]
  return days
    .filter((day) => day.last >= first && day.first <= last)
    .map((day) => (
      <DayPill key={day.midnight} {...end.extentOf(day)}>
        {dayOf(day.midnight, now)}
      </DayPill>
    ))
}

interface NewestPillProps {
  /** The number of new messages below. */
  below: number
  /** The label while there are none. */
  label?: string
  onClick: () => void
}

/** The button to the newest messages. */
export function NewestPill({ below, label, onClick }: NewestPillProps) {
  const t = useStore(messages)
  return (
    <JumpPill {...(label !== undefined && { label })} onClick={onClick}>
      {below > 0 ? t.newMessages(below) : undefined}
    </JumpPill>
  )
}

function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  items: readonly ConversationItem[],
  focusItem: (index: number) => void,
): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLElement)) return
  const at = items.findIndex((item) => item.key === (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key)
  const last = items.length - 1
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 1, PageDown: at + 1, Home: 0, End: last }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  focusItem(Math.min(last, Math.max(0, to)))
}
