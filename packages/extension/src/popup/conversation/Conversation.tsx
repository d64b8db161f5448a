import './conversation.css'
import { type History, openAlbums, type Target, takesPushes } from '@waypost/client'
import type { ComponentChildren, TargetedEvent, TargetedKeyboardEvent } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isLookedAt, onLookedAt } from '../../browser/this-page.ts'
import { nameOf } from '../../targets/names.ts'
import { refOf, textOfRef } from '../../targets/target-ref.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { dayOf } from '../../ui/times.ts'
import { useValue } from '../../ui/use-value.ts'
import { Composer } from '../compose/Composer.tsx'
import { useOpened } from '../page-session.ts'
import { ConnectionLine, Empty, type Told } from '../states.tsx'
import { Message } from './Message.tsx'
import { placesOf } from './places.ts'

interface ConversationProps {
  target: Target
  tell: (told: Told) => void
  onBack: () => void
  children: ComponentChildren
}

/** A conversation with its history. Opening it marks it as read. */
export function Conversation({ target, tell, onBack, children }: ConversationProps) {
  const { session, own } = useOpened()
  const history = useValue(session.push.history(target))
  const [readTo] = useState(() => session.readMarkers.readTo(target))
  useReading(target, history)
  const name = nameOf(target)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the conversation from wherever the focus is in it
    <div
      class="popup"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        // Otherwise the browser would close the popup.
        event.preventDefault()
        onBack()
      }}
    >
      <header class="head">
        <button type="button" class="icon-button" aria-label="All conversations" title="All conversations" onClick={onBack}>
          <Icon name="back" />
        </button>
        <Avatar target={target} origin={own.origin} size={32} />
        <div class="head-words">
          <h1 dir="auto">{name}</h1>
          {target.desc && target.type !== 'me' && <p dir="auto">{target.desc}</p>}
        </div>
        <a
          class="icon-button"
          href={`${own.origin}/#${escaped(textOfRef(refOf(target)))}`}
          target="_blank"
          rel="noreferrer"
          aria-label="Open this conversation in Waypost"
          title="Open this conversation in Waypost"
        >
          <Icon name="external" />
        </a>
      </header>
      <ConnectionLine />
      <Messages target={target} history={history} readTo={readTo} tell={tell} />
      {children}
      {takesPushes(target) ? <Composer target={target} tell={tell} /> : <p class="no-composer">You can’t send anything here.</p>}
    </div>
  )
}

const escaped = (ref: string): string => ref.split('/').map(encodeURIComponent).join('/')

function useReading(target: Target, { items }: History): void {
  const { session } = useOpened()
  useEffect(() => {
    const read = () => isLookedAt() && session.readMarkers.read(target)
    read()
    return onLookedAt(read)
  }, [session, target, items])
}

/** In CSS pixels: how near the top older messages are loaded, and how near the end counts as the end. */
const nearTop = 200
const nearEnd = 40

interface MessagesProps {
  target: Target
  history: History
  /** The stamp up to which the conversation had been read before it was opened. */
  readTo: number
  tell: (told: Told) => void
}

function Messages({ target, history: { items: all, more }, readTo, tell }: MessagesProps) {
  const { session } = useOpened()
  const join = useMemo(openAlbums, [])
  const items = join(all)
  const places = placesOf(items)
  const [stop, setStop] = useState<string>()
  const scroller = useRef<HTMLDivElement>(null)
  const kept = useRef({ atEnd: true, height: 0, top: 0, first: '', opened: false })
  const firstNew = items.findIndex(({ push }) => push.direction === 'incoming' && push.created > readTo)
  const newCount =
    firstNew < 0 || readTo === 0 ? 0 : items.slice(firstNew).filter(({ push }) => push.direction === 'incoming').length
  const current = items.find(({ key }) => key === stop)?.key ?? items.at(-1)?.key

  // Sticks to the end, and keeps the view still when older messages are added above it.
  useLayoutEffect(() => {
    const pane = scroller.current
    if (!pane) return
    const { atEnd, height, top, first, opened } = kept.current
    const firstKey = items[0]?.key ?? ''
    if (atEnd) pane.scrollTop = pane.scrollHeight
    else if (first !== firstKey) pane.scrollTop = top + pane.scrollHeight - height
    const divider = pane.querySelector<HTMLElement>('.new')
    if (!opened && items.length > 0) {
      // Unread messages that don't fit start at the top.
      if (divider && divider.offsetTop < pane.scrollTop) pane.scrollTop = divider.offsetTop - pane.clientHeight / 4
      kept.current.opened = true
    }
    Object.assign(kept.current, { height: pane.scrollHeight, top: pane.scrollTop, first: firstKey, atEnd: isAtEnd(pane) })
    if (pane.scrollTop < nearTop && more === 'more') void session.push.loadMore(target)
  }, [items, more, session, target])

  function onScroll({ currentTarget: pane }: TargetedEvent<HTMLDivElement>): void {
    Object.assign(kept.current, { height: pane.scrollHeight, top: pane.scrollTop, atEnd: isAtEnd(pane) })
    if (pane.scrollTop < nearTop && more === 'more') void session.push.loadMore(target)
  }

  function move(event: TargetedKeyboardEvent<HTMLElement>): void {
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('article')]
    const at = rows.indexOf(event.target as HTMLElement)
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
    const to = wanted[event.key as keyof typeof wanted]
    if (to === undefined) return
    event.preventDefault()
    rows[to]?.focus()
  }

  return (
    <main class="thread" ref={scroller} onScroll={onScroll}>
      <Above
        more={more}
        isEmpty={items.length === 0}
        isMe={target.type === 'me'}
        name={nameOf(target)}
        onRetry={() => void session.push.loadMore(target)}
      />
      <div class="feed" role="feed" aria-label="Messages" aria-busy={more === 'loading'} onKeyDown={move}>
        {items.map((item, index) => (
          <Message
            key={item.key}
            item={item}
            target={target}
            place={places[index] ?? alone}
            day={places[index]?.newDay ? dayOf(item.push.created * 1_000, Date.now()) : undefined}
            newCount={index === firstNew ? newCount : 0}
            isStop={item.key === current}
            position={index + 1}
            size={more === 'none' ? items.length : -1}
            onFocus={() => setStop(item.key)}
            tell={tell}
          />
        ))}
      </div>
    </main>
  )
}

const alone = { newDay: false, joined: false, close: false }

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < nearEnd

interface AboveProps {
  more: History['more']
  isEmpty: boolean
  isMe: boolean
  name: string
  onRetry: () => void
}

function Above({ more, isEmpty, isMe, name, onRetry }: AboveProps) {
  if (more === 'failed')
    return (
      <p class="above" role="alert">
        Couldn’t load older messages.{' '}
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    )
  if (more === 'loading' || more === 'more') return <p class="above">{more === 'loading' || isEmpty ? 'Loading...' : ''}</p>
  if (!isEmpty)
    return <p class="above">{isMe ? 'Your notes to yourself start here' : `Your conversation with ${name} starts here`}</p>
  return (
    <Empty title="No messages yet">
      <p>{isMe ? 'What you send to yourself appears on all your devices.' : `What you send to ${name} appears here.`}</p>
    </Empty>
  )
}
