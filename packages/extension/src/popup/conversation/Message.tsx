import { type HistoryItem, membersOf, type Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { copyText } from '../../browser/this-page.ts'
import { openTab } from '../../browser/windows.ts'
import { ask } from '../../messages.ts'
import { inWords, nameOf } from '../../targets/names.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { hourOf, momentOf, percentOf } from '../../ui/times.ts'
import { useValue } from '../../ui/use-value.ts'
import { wordsOf } from '../list/last-line.ts'
import { useOpened } from '../page-session.ts'
import type { Told } from '../states.tsx'
import { Content } from './Content.tsx'
import type { Place } from './places.ts'
import { addressOf, copyOf, labelOf } from './words.ts'

interface MessageProps {
  item: HistoryItem
  target: Target
  place: Place
  /** The day that it begins, if any. */
  day: string | undefined
  /** The number of new messages starting here; 0 if it isn't the first of them. */
  newCount: number
  /** The one message in the Tab order. */
  isStop: boolean
  position: number
  /** -1 while the beginning is not known. */
  size: number
  onFocus: () => void
  tell: (told: Told) => void
}

/** A message with its actions. */
export function Message({ item, target, place, day, newCount, isStop, position, size, onFocus, tell }: MessageProps) {
  const { push, side, state } = item
  const then = push.created * 1_000
  const actions = useActions(item, tell)
  const tabIndex = isStop ? 0 : -1
  return (
    <article
      class="message"
      data-side={side}
      data-state={state}
      data-joined={place.joined || undefined}
      data-close={place.close || undefined}
      aria-label={labelOf(item, nameOf(target), hourOf(then))}
      aria-posinset={position}
      aria-setsize={size}
      tabIndex={tabIndex}
      onFocusCapture={onFocus}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.altKey) return
        const action = actions.find(({ key }) => key === event.key || (event.key === 'Backspace' && key === 'Delete'))
        if (!action || event.shiftKey || (event.ctrlKey || event.metaKey) !== (action.key === 'c')) return
        event.preventDefault()
        action.run()
      }}
    >
      {day !== undefined && <p class="day">{day}</p>}
      {newCount > 0 && <p class="new">{newCount} new</p>}
      <div class="bubble" data-shape={push.deleted_by_sender ? 'gone' : undefined}>
        {push.deleted_by_sender ? <p>This message was deleted.</p> : <Whole item={item} target={target} tabIndex={tabIndex} />}
      </div>
      {push.reactions && <p class="reactions">{Object.keys(push.reactions).slice(0, 12).join(' ')}</p>}
      <div class="under">
        {state === 'sending' && <Waiting item={item} />}
        {state === 'failed' && (
          <p class="failed">
            <Icon name="alert" size={14} /> Not sent{item.error && `: ${item.error}`}
          </p>
        )}
        {item.deletes && <Deleting />}
        {state === 'settled' && !item.deletes && !place.close && (
          <time dateTime={new Date(then).toISOString()} title={momentOf(then)}>
            {hourOf(then)}
          </time>
        )}
        <span class="actions">
          {actions.map(({ label, icon, run }) => (
            <button key={label} type="button" tabIndex={tabIndex} aria-label={label} title={label} onClick={run}>
              {state === 'settled' ? <Icon name={icon} size={15} /> : label}
            </button>
          ))}
        </span>
      </div>
    </article>
  )
}

/** Shown while the server doesn't know yet that a message is deleted. */
function Deleting() {
  const { session } = useOpened()
  const isOffline = useValue(session.$connection) === 'offline'
  return <p class="waiting">{isOffline ? 'Will be deleted when you’re back online' : 'Deleting'}</p>
}

function Whole({ item, target, tabIndex }: { item: HistoryItem; target: Target; tabIndex: 0 | -1 }) {
  const { forwarded_from: from, reply_to: replyTo } = item.push
  return (
    <>
      {from !== undefined && <p class="forwarded">{from ? `Forwarded from ${inWords(from, 60)}` : 'Forwarded'}</p>}
      {replyTo && <Quote iden={replyTo} name={nameOf(target)} />}
      <Content item={item} tabIndex={tabIndex} />
    </>
  )
}

function Quote({ iden, name }: { iden: string; name: string }) {
  const { session } = useOpened()
  const push = useValue(session.push.known(iden))
  if (!push || push.deleted_by_sender) return <p class="quote">A message that was deleted</p>
  return (
    <p class="quote" dir="auto">
      <strong>{push.direction === 'incoming' ? inWords(push.sender_name ?? name, 60) : 'You'}</strong>{' '}
      {inWords(wordsOf(push), 120)}
    </p>
  )
}

function Waiting({ item }: { item: HistoryItem }) {
  const { session } = useOpened()
  const isOffline = useValue(session.$connection) === 'offline'
  const { waits, uploading } = item
  const words = isOffline
    ? 'Will be sent when you’re back online'
    : waits === 'ratelimited'
      ? 'Too many messages at once. It will be sent in a moment.'
      : waits === 'unavailable'
        ? 'The server isn’t ready. It will be sent when it is.'
        : uploading
          ? 'Uploading'
          : 'Sending'
  return (
    <p class="waiting">
      <Icon name="clock" size={14} /> {words}
      {uploading && !isOffline && <Uploaded item={item} />}
    </p>
  )
}

function Uploaded({ item }: { item: HistoryItem }) {
  const waiting = membersOf(item).filter(({ state }) => state === 'sending')
  // The background reports progress once it is at work.
  if (waiting.every(({ progress, upload_done }) => progress === undefined && !upload_done)) return null
  const progress = waiting.reduce((sum, { progress, upload_done }) => sum + (upload_done ? 1 : (progress ?? 0)), 0)
  const part = progress / waiting.length
  return (
    <>
      {' '}
      <progress value={part} aria-label={`Upload of ${inWords(wordsOf(item.push), 60)}`} />
      <span class="percent">{percentOf(part)}</span>
    </>
  )
}

interface Action {
  label: string
  icon: IconName
  /** The key on the message itself; `c` with Ctrl or Cmd. */
  key?: string
  run(): void
}

function useActions(item: HistoryItem, tell: (told: Told) => void): readonly Action[] {
  const { session, own } = useOpened()
  const { push, state } = item
  const members = membersOf(item)
  const told = (work: Promise<unknown>) => work.catch((error: Error) => tell({ words: error.message }))
  if (state !== 'settled') {
    const discard = () => {
      for (const each of members) if (each.state !== 'settled') void told(ask({ kind: 'discard', guid: each.key }))
    }
    const retry = () => {
      for (const each of members) if (each.state === 'failed') void told(ask({ kind: 'retry', guid: each.key }))
    }
    const again = state === 'failed' && members.some(({ state, lost }) => state === 'failed' && !lost)
    return [
      ...(again ? [{ label: 'Try again', icon: 'retry', key: 'Enter', run: retry } as const] : []),
      { label: state === 'failed' ? 'Discard' : 'Cancel sending', icon: 'close', key: 'Delete', run: discard },
    ]
  }
  const address = addressOf(push)
  const all = members.map((member) => member.push.iden)
  const undo = () => {
    for (const iden of all) void session.push.restore(iden)
  }
  // It disappears once the server knows of it.
  if (item.deletes) return [{ label: 'Undo', icon: 'retry', key: 'Delete', run: undo }]
  const remove = async () => {
    const deleted = await Promise.all(all.map((iden) => session.push.delete(iden, { undoable: true })))
    if (deleted.some(Boolean)) tell({ words: 'Deleted', action: { label: 'Undo', run: undo } })
  }
  const copy = async () => tell({ words: (await copyText(copyOf(push))) ? 'Copied' : 'Couldn’t copy. Select the text instead.' })
  return [
    ...(address !== undefined && !push.deleted_by_sender
      ? [{ label: 'Open', icon: 'external', key: 'Enter', run: () => void openTab(address) } as const]
      : []),
    ...(push.deleted_by_sender ? [] : [{ label: 'Copy', icon: 'copy', key: 'c', run: () => void copy() } as const]),
    ...(isDismissable(push, own.device)
      ? [{ label: 'Dismiss', icon: 'check', run: () => void session.push.dismiss(push.iden) } as const]
      : []),
    { label: 'Delete', icon: 'trash', key: 'Delete', run: () => void remove() },
  ]
}

/** Whether devices may be showing a notification of it. */
const isDismissable = ({ dismissed, direction, source_device_iden }: Push, here: string): boolean =>
  !dismissed && (direction === 'incoming' || (direction === 'self' && source_device_iden !== here))
