import { useStore } from '@nanostores/react'
import type { History as HistoryState, Target } from '@waypost/client'
import { pushesPerHistoryPage } from '@waypost/protocol'
import { type DOMAttributes, memo, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { firstPageShown } from '../../browser/clock.ts'
import { $touch } from '../../browser/media.ts'
import { readSetting } from '../../browser/storage.ts'
import styles from '../../conversation/Conversation.module.css'
import { useSession } from '../../session/context.ts'
import { useFocusKept } from '../../ui/accessibility/focus.ts'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { historyWords } from './en.ts'
import type { MessagesProps } from './Messages.tsx'
import { LoadFailed, LoadingOutline, NoMessages, regionLabel } from './NoMessages.tsx'
import { useOpening } from './opening.ts'

/** Loads the code that draws messages. */
export const fetchMessages = () => import('./Messages.tsx').then((module) => module.Messages)

// A new account has no messages, so its first page doesn't wait for the code that draws them.
const Messages = lazily(fetchMessages, {
  soon: true,
  now: readSetting('bootstrap') === 'done',
  waiting: ({ name }) => (
    <Pane name={name}>
      <LoadingOutline />
    </Pane>
  ),
})

const messages = i18n('history', historyWords)

/** The history of a conversation. Give it a `key`: it must be remounted for another target. */
// Memoized: it stays while the header and the form already show another conversation.
export const History = memo(function History(props: Omit<MessagesProps, 'history' | 'began' | 'unread'>) {
  const { target, name, onLeave } = props
  const t = useStore(messages)
  const session = useSession()
  const opening = useOpening(target)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $history = useMemo(() => session.push.history(target), [session, target.key])
  const history = useStore($history)
  useFirstLook(target, history, opening !== undefined)
  // The next time it shows its newest messages, wherever a search has led.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => () => session.push.showNewest(target), [session, target.key])
  // The focused element is gone, after a click on Retry or because the first message arrived.
  const kept = useFocusKept(() => {
    if (!filled && !$touch.get()) return onLeave()
    document.querySelector<HTMLElement>('[data-region=history]')?.focus({ preventScroll: true })
  })
  const begun = history.more === 'none'
  const empty = history.items.length === 0
  // Someone who starts here is about to add a phone, even after the first message.
  const begins = target.type === 'me' && begun && empty
  const [began, setBegan] = useState(begins)
  if (begins && !began) setBegan(true)
  // Once there has been a message, the focus moves on when the last one is removed.
  const [filled, setFilled] = useState(!empty)
  if (!empty && !filled) setFilled(true)

  const failed = !begun && history.more === 'failed'
  const isDrawn = failed || (begun && empty)
  useEffect(() => {
    if (isDrawn) firstPageShown()
  }, [isDrawn])

  if (filled && opening)
    return (
      <Suspense>
        <Messages {...props} history={history} began={began} unread={opening.unread} />
      </Suspense>
    )
  return (
    <Pane
      {...kept}
      name={name}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave()
      }}
      top={failed && <LoadFailed words={t.failed} onRetry={() => void session.push.loadMore(target)} />}
    >
      {!failed && (!begun || filled) ? <LoadingOutline /> : begun && empty && <NoMessages target={target} name={name} />}
    </Pane>
  )
})

interface PaneProps extends Pick<DOMAttributes<HTMLElement>, 'onFocus' | 'onBlur' | 'onKeyDown'> {
  name: string
  top?: ReactNode
  children: ReactNode
}

function Pane({ name, top, children, ...events }: PaneProps) {
  return (
    <div className={styles.history}>
      <section
        {...events}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={regionLabel(name)}
        data-region="history"
        className={`scroller ${styles.scroller}`}
      >
        <div className={styles.column}>
          <div className={styles.top}>{top}</div>
          {children}
        </div>
      </section>
    </div>
  )
}

/** Loads earlier items if memory holds less than a screenful, and retries when the connection is back. */
function useFirstLook(target: Target, { items, more }: HistoryState, isOpen: boolean): void {
  const session = useSession()
  const connected = useStore(session.$connection) === 'connected'
  const look = isOpen && more === 'more' && items.length < pushesPerHistoryPage
  const again = more === 'failed' && connected
  const wasConnected = useRef(connected)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each conversation, and whenever less than a screenful is left
  useEffect(() => {
    if (look) void session.push.loadMore(target)
  }, [session, target.key, look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the connection comes back
  useEffect(() => {
    if (again && !wasConnected.current) void session.push.loadMore(target)
    wasConnected.current = connected
  }, [session, target.key, connected])
}
