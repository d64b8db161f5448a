// Draws the messages of an SMS conversation.

import { useStore } from '@nanostores/react'
import type { SmsItem, SmsThread } from '@waypost/client/sms'
import type { Device } from '@waypost/protocol'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { $now } from '../browser/clock.ts'
import { useSession } from '../session/context.ts'
import { smsOf } from '../session/session-sms.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { count, i18n, params } from '../ui/language.ts'
import { JumpPill } from '../ui/lists/JumpPill.tsx'
import { useAnnouncedMessages } from './announce-messages.ts'
import { phoneName } from './DeviceSwitch.tsx'
import styles from './Messages.module.css'
import { FetchFailed, smsNotices } from './Notices.tsx'
import { SmsBubble } from './SmsBubble.tsx'
import { useAway } from './sending.ts'

const messages = i18n('text-messages', {
  region: params('Text messages with {name}'),
  feed: 'Messages',
  loading: 'Loading messages',
  earlier: 'Load more',
  loadingEarlier: 'Loading earlier messages from the phone',
  retry: 'Retry',
  empty: 'No messages here yet.',
  newMessages: count({ one: '{count} new message', other: '{count} new messages' }),
})

/** How many items are in the DOM at first, and how many each press adds above. */
const step = 60
/** Within this distance the feed counts as at its end, in pixels. */
const endIsWithin = 64
/** Items that were sent within this time of each other have less space between them, in seconds. */
const closeBy = 60

interface MessagesProps {
  phone: Device
  name: string
  thread: SmsThread
  onRetry: () => void
  /** Asks the phone for earlier messages. */
  onEarlier: () => Promise<void>
  /** Fills the form with the text of a message that the phone could not send. */
  onSend: (message: string) => void
  /** Called on Esc, to focus the form. */
  onLeave: () => void
}

/** The messages of a conversation. At its end the feed follows new messages; elsewhere the visible ones stay in place. */
export function Messages({ phone, name, thread, onRetry, onEarlier, onSend, onLeave }: MessagesProps) {
  const t = useStore(messages)
  const notices = useStore(smsNotices)
  const texts = smsOf(useSession())
  const now = useStore($now)
  const { items, state, refusal, earlier } = thread
  /** The first item in the DOM, if not all are. */
  const [from, setFrom] = useState<string>()
  /** The first item before earlier messages were loaded. */
  const [reveal, setReveal] = useState<string>()
  const [stop, setStop] = useState<string>()
  const known = items.findIndex(({ key }) => key === from)
  const begin = known === -1 ? Math.max(0, items.length - step) : known
  const shown = items.slice(begin)
  const tabStop = shown.some(({ key }) => key === stop) ? stop : shown.at(-1)?.key
  const first = shown[0]?.key
  const scroll = useEnd(items, first)
  const loadEarlier = async () => {
    // Keep the current items, and add a batch above them.
    setFrom(items[0]?.key)
    await onEarlier()
    setReveal(items[0]?.key)
  }
  useEffect(() => {
    const at = reveal === undefined ? -1 : items.findIndex(({ key }) => key === reveal)
    if (at <= 0) return
    setReveal(undefined)
    setFrom(items[Math.max(0, at - step)]?.key)
  }, [reveal, items])
  const isEmpty = items.length === 0
  // If only the phone has the conversation, ask for it at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the result changes the dependencies
  useEffect(() => {
    if (isEmpty && earlier === 'more') void onEarlier()
  }, [isEmpty, earlier === 'more'])
  // New messages at the end must not remove visible items above.
  useEffect(() => {
    if (!scroll.atEnd) setFrom((kept) => kept ?? first)
  }, [scroll.atEnd, first])
  const away = useAway(
    phone,
    items.some((item) => item.state === 'pending'),
  )
  const lastPending = shown.findLast((item) => item.state === 'pending')?.key
  useAnnouncedMessages(items, name, state === 'loaded')

  if (items.length === 0 && state === 'failed') return <FetchFailed refusal={refusal} onRetry={onRetry} />
  return (
    <div className={styles.history}>
      <section
        ref={scroll.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={t.region({ name })}
        data-region="history"
        className={`scroller ${styles.scroller}`}
        onScroll={scroll.onScroll}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      >
        <div className={styles.column}>
          <div className={styles.top}>
            {items.length === 0 && state === 'loading' && <Spinner label={t.loading} />}
            {items.length === shown.length && <EarlierItems earlier={earlier} onEarlier={() => void loadEarlier()} />}
            {items.length > shown.length && (
              <Button kind="quiet" onClick={() => setFrom(items[Math.max(0, begin - step)]?.key)}>
                {t.earlier}
              </Button>
            )}
          </div>
          {items.length === 0 && state === 'loaded' && earlier === undefined && <p className={styles.empty}>{t.empty}</p>}
          {items.length > 0 && (
            <div
              ref={scroll.feed}
              role="feed"
              aria-label={t.feed}
              aria-busy={false}
              className={styles.feed}
              onKeyDown={moveFocus}
              onFocus={(event) => setStop(event.target.closest<HTMLElement>('[data-key]')?.dataset.key)}
            >
              {shown.map((item, index) => (
                <SmsBubble
                  key={item.key}
                  item={item}
                  name={name}
                  now={now}
                  last={index === shown.length - 1}
                  close={isClose(item, shown[index + 1])}
                  away={away && item.key === lastPending ? notices.away({ device: phoneName(phone) }) : undefined}
                  tabStop={item.key === tabStop}
                  position={items.length - shown.length + index + 1}
                  size={items.length}
                  texts={texts}
                  onSend={onSend}
                />
              ))}
            </div>
          )}
        </div>
      </section>
      {scroll.below > 0 && (
        <div className={styles.pill}>
          <JumpPill onClick={scroll.toEnd}>{t.newMessages(scroll.below)}</JumpPill>
        </div>
      )}
    </div>
  )
}

/** The button that loads earlier messages. */
function EarlierItems({ earlier, onEarlier }: { earlier: SmsThread['earlier']; onEarlier: () => void }) {
  const t = useStore(messages)
  if (earlier === undefined) return null
  if (earlier === 'loading') return <Spinner label={t.loadingEarlier} visibleLabel />
  return (
    <>
      {earlier !== 'more' && (
        <p role="alert" className={styles.trouble}>
          {earlier.error}
        </p>
      )}
      <Button kind="quiet" onClick={onEarlier}>
        {earlier === 'more' ? t.earlier : t.retry}
      </Button>
    </>
  )
}

function isClose(item: SmsItem, after: SmsItem | undefined): boolean {
  return after?.side === item.side && !after.timeBar && item.state !== 'failed' && after.created - item.created < closeBy
}

/** Arrow and Page keys move between the items of a feed. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('article')]
  const article = event.target.closest<HTMLElement>('article')
  const at = article ? all.indexOf(article) : -1
  const last = all.length - 1
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 1, PageDown: at + 1, Home: 0, End: last }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  all[Math.min(last, Math.max(0, to))]?.focus()
}

/** Keeps the feed at its end, and the visible items in place when others are added above. */
function useEnd(items: readonly SmsItem[], first: string | undefined) {
  const scroller = useRef<HTMLElement>(null)
  const feed = useRef<HTMLDivElement>(null)
  const end = useRef(true)
  const [atEnd, setAtEnd] = useState(true)
  const height = useRef(0)
  const before = useRef(first)
  /** The last item while the feed was at its end. */
  const [seen, setSeen] = useState<string>()
  const last = items.at(-1)?.key
  const from = seen === undefined ? -1 : items.findIndex(({ key }) => key === seen)

  const toEnd = () => scroller.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER })
  const look = () => {
    const element = scroller.current
    if (!element) return
    end.current = element.scrollHeight - element.scrollTop - element.clientHeight <= endIsWithin
    setAtEnd(end.current)
    if (end.current) setSeen(last)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever heights may have changed
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const grown = element.scrollHeight - height.current
    if (end.current) toEnd()
    else if (before.current !== first && before.current !== undefined) element.scrollTop += grown
    before.current = first
    height.current = element.scrollHeight
    look()
  }, [items, first])

  // The pane and the items can be resized.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--scrollbar', `${element.offsetWidth - element.clientWidth}px`)
      height.current = element.scrollHeight
      if (end.current) element.scrollTo({ top: Number.MAX_SAFE_INTEGER })
    })
    observer.observe(element)
    if (feed.current) observer.observe(feed.current)
    return () => observer.disconnect()
  }, [])

  return {
    scroller,
    feed,
    atEnd,
    onScroll: look,
    toEnd,
    below: from === -1 ? 0 : items.slice(from + 1).filter(({ side }) => side === 'in').length,
  }
}
