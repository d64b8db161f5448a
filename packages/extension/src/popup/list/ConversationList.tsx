import './list.css'
import type { Found, Range, Target } from '@waypost/client'
import type { Chat } from '@waypost/protocol'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { nameOf } from '../../targets/names.ts'
import { refOf, textOfRef } from '../../targets/target-ref.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { hourOf, momentOf, shortTimeOf } from '../../ui/times.ts'
import { useValue } from '../../ui/use-value.ts'
import { useOpened } from '../page-session.ts'
import { Empty } from '../states.tsx'
import { lastLineOf } from './last-line.ts'
import { conversationsOf } from './order.ts'

/** More rows are drawn as the end comes near. */
const rowsAtFirst = 40

interface ConversationListProps {
  /** The ref of the conversation just left, whose row gets the focus. */
  left: string | undefined
  onOpen: (target: Target) => void
}

/** All conversations with their last messages, or the search results. */
export function ConversationList({ left, onOpen }: ConversationListProps) {
  const { session } = useOpened()
  const { target } = session
  const [query, setQuery] = useState('')
  const [drawn, setDrawn] = useState(rowsAtFirst)
  const [stop, setStop] = useState(left)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const lists = {
    people: useValue(target.$people),
    devices: useValue(target.$devices),
    following: useValue(target.$following),
    sources: useValue(target.$sources),
    last: useValue(target.$last),
  }
  const found = query.trim() === '' ? undefined : foundFor(target, query)
  const items: readonly Item[] = found ?? conversationsOf({ me: target.me, ...lists }).map((each) => ({ target: each }))
  const shown = items.slice(0, drawn)
  const keys = shown.map((item) => textOfRef(refOf(item.target)))
  const current = stop !== undefined && keys.includes(stop) ? stop : keys[0]

  useEffect(() => {
    const row = left === undefined ? undefined : rowOf(list.current, left)
    if (row) row.focus()
    else field.current?.focus()
  }, [left])

  function move(event: TargetedKeyboardEvent<HTMLElement>): void {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-ref]') ?? [])]
    const at = rows.indexOf(event.target as HTMLElement)
    const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: at < 0 ? undefined : 0, End: at < 0 ? undefined : rows.length - 1 }
    const to = wanted[event.key as keyof typeof wanted]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (to < 0) field.current?.focus()
    else rows[to]?.focus()
    if (to < rows.length) event.preventDefault()
  }

  return (
    <>
      <search class="search">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          value={query}
          placeholder="Search, or type an address"
          aria-label="Search people, devices and channels"
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') move(event)
            else if (event.key === 'Enter' && items[0] && found) onOpen(items[0].target)
            else if (event.key === 'Escape' && query !== '') {
              event.preventDefault()
              setQuery('')
            }
          }}
        />
      </search>
      <ul
        ref={list}
        class="rows"
        aria-label={found ? 'Found' : 'Conversations'}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return move(event)
          if (query === '') return
          event.preventDefault()
          setQuery('')
          field.current?.focus()
        }}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (drawn < items.length && scrollTop + 2 * clientHeight > scrollHeight) setDrawn(drawn + rowsAtFirst)
        }}
      >
        {shown.map((item, at) => (
          <Row
            key={keys[at]}
            item={item}
            id={keys[at] ?? ''}
            isStop={keys[at] === current}
            onFocus={() => setStop(keys[at])}
            onOpen={() => onOpen(item.target)}
          />
        ))}
      </ul>
      {items.length === 0 && <Empty title="Nothing found">{<p>To message someone new, type their email address.</p>}</Empty>}
      <p class="hidden-words" role="status">
        {found && `${items.length} found`}
      </p>
    </>
  )
}

type Item = Pick<Found, 'target' | 'inName' | 'inDesc'>

const rowOf = (list: HTMLElement | null, ref: string) =>
  [...(list?.querySelectorAll<HTMLElement>('[data-ref]') ?? [])].find(({ dataset }) => dataset.ref === ref)

/** The search results, and the person at a typed address. */
function foundFor(target: ReturnType<typeof useOpened>['session']['target'], query: string): readonly Item[] {
  const found = target.search(query)
  const typed = query.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(typed)) return found
  const person = target.find('people', typed)
  return !person || found.some((each) => each.target.key === person.key) ? found : [...found, { target: person }]
}

interface RowProps {
  item: Item
  id: string
  isStop: boolean
  onFocus: () => void
  onOpen: () => void
}

function Row({ item: { target, inName, inDesc }, id, isStop, onFocus, onOpen }: RowProps) {
  const { session, own } = useOpened()
  const unread = useValue(session.target.$unread).get(target.key)
  const isMarked = useValue(session.target.$marked).has(target.key)
  const last = useValue(session.target.$last).get(target.key)
  const isHere = target.key === own.device
  const isPinned = (target.obj as Chat | undefined)?.pinned !== undefined
  return (
    <li>
      <button
        type="button"
        class="row"
        data-ref={id}
        data-unread={unread === undefined ? undefined : ''}
        tabIndex={isStop ? 0 : -1}
        onFocus={onFocus}
        onClick={onOpen}
      >
        <Avatar target={target} origin={own.origin} />
        <span class="row-name">
          <bdi>
            <Marked text={nameOf(target)} range={inName} />
          </bdi>
          {isPinned && (
            <>
              <Icon name="pin" size={13} />
              <span class="hidden-words">, pinned</span>
            </>
          )}
          {target.muted && (
            <>
              <Icon name="muted" size={13} />
              <span class="hidden-words">, muted</span>
            </>
          )}
        </span>
        {last && <LastTime created={last.push.created} state={last.state} />}
        <span class="row-line">
          {inDesc ? (
            <bdi>
              <Marked text={target.desc} range={inDesc} />
            </bdi>
          ) : last ? (
            <LastWords target={target} last={last} />
          ) : (
            (isHere && 'This browser') || target.desc || 'No messages yet'
          )}
        </span>
        {unread !== undefined && (isMarked || unread === 0 ? <span class="dot" /> : <Count count={unread} />)}
        {unread !== undefined && (isMarked || unread === 0) && <span class="hidden-words">, marked as unread</span>}
      </button>
    </li>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span class="count">
      <span aria-hidden="true">{count > 9 ? '9+' : count}</span>
      <span class="hidden-words">, {count} unread</span>
    </span>
  )
}

type Last = NonNullable<
  ReturnType<ReturnType<typeof useOpened>['session']['target']['$last']['get']> extends ReadonlyMap<string, infer M> ? M : never
>

function LastWords({ target, last }: { target: Target; last: Last }) {
  const devices = useOpened().session.target.$devices
  const { sender, icon, kind, words } = lastLineOf(last, target, (iden) => devices.get().find(({ key }) => key === iden)?.name)
  return (
    <>
      {sender && <span class="sender">{sender} </span>}
      {icon && <Icon name={icon} size={13} />}
      {kind && <span class="hidden-words">{kind} </span>}
      <bdi>{words}</bdi>
    </>
  )
}

function LastTime({ created, state }: { created: number; state: Last['state'] }) {
  if (state === 'settled') {
    const then = created * 1_000
    return (
      <time class="row-time" dateTime={new Date(then).toISOString()} title={momentOf(then)}>
        {shortTimeOf(then, Date.now())}
      </time>
    )
  }
  const words = state === 'failed' ? 'not sent' : 'Sending'
  return (
    <span class="row-time" data-state={state} title={`${words}, ${hourOf(created * 1_000)}`}>
      <Icon name={state === 'failed' ? 'alert' : 'clock'} size={14} />
      <span class="hidden-words">{words}</span>
    </span>
  )
}

function Marked({ text, range }: { text: string; range: Range | undefined }) {
  if (!range) return <>{text}</>
  return (
    <>
      {text.slice(0, range.start)}
      <mark>{text.slice(range.start, range.end)}</mark>
      {text.slice(range.end)}
    </>
  )
}
