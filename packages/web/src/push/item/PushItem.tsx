// Shows a push in a conversation: its bubble, state, buttons and the bars above it.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { type KeyboardEvent, memo } from 'react'
import { percentOf } from '../../format/size.ts'
import { clockOf, hourOf } from '../../format/time.ts'
import { Bubble, BubbleNote, BubbleTrouble, NoteButton } from '../../ui/cards/Bubble.tsx'
import { DiscardButton, MessageItem, MessageReason } from '../../ui/cards/MessageItem.tsx'
import { i18n } from '../../ui/language.ts'
import { NewDivider, TimeDivider } from '../../ui/lists/Divider.tsx'
import { labelOf } from '../labels.ts'
import type { ItemActions } from './actions.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { lastPushTime } from './last-push-time.ts'
import { isCard, PushBody } from './PushBody.tsx'
import styles from './PushItem.module.css'

const messages = i18n('push-item', {
  sending: 'Sending',
  notSent: 'not sent',
  ratelimited: 'Too many messages at once. This one is sent by itself in a moment.',
  emailSkipped: 'They have no account yet, and get no email about this.',
  unavailable: "The server isn't ready. This is sent by itself when it is.",
  retry: 'Retry',
  discard: 'Discard',
  deleted: 'Deleted.',
  deleting: 'Deleting...',
  undo: 'Undo',
  ownCopy: 'Only your copy is deleted.',
  new: 'New',
  upgrade: 'Upgrade to Pro',
})

interface PushItemProps {
  item: HistoryItem
  /** The name of the target. */
  name: string
  /** Milliseconds since 1970; only updated for the last item. */
  now: number
  last: boolean
  /** The next one stands right under it: the same side, less than a minute later. */
  close: boolean
  firstNew: boolean
  deletion: 'undoable' | 'deleting' | undefined
  /** The one row that Tab stops at. */
  tabStop: boolean
  position: number
  /** How many there are; -1 while the beginning is not known. */
  size: number
  actions: ItemActions
  /** Plays the arrival: only for what came while the conversation was open. */
  fresh: boolean
  /** The pane has room for only one button beside a bubble. */
  narrow: boolean
}

/** A push of a conversation, with the bars above and the text under it. */
export const PushItem = memo(function PushItem(props: PushItemProps) {
  const t = useStore(messages)
  const { item, name, now, last, close, firstNew, deletion, tabStop, position, size, actions, fresh, narrow } = props
  const { push, side } = item
  const then = push.created * 1_000
  const time = clockOf(then, now)
  return (
    <MessageItem
      id={item.key}
      side={side}
      close={close}
      fresh={fresh}
      label={labelOf(item, name, time)}
      tabStop={tabStop}
      position={position}
      size={size}
      onKeyDown={(event) => onKey(event, item, actions)}
    >
      {item.timeBar && <TimeDivider time={new Date(then).toISOString()}>{time}</TimeDivider>}
      {firstNew && <NewDivider>{t.new}</NewDivider>}
      <Content
        item={item}
        time={time}
        now={now}
        last={last}
        deletion={deletion}
        reachable={tabStop}
        actions={actions}
        narrow={narrow}
      />
    </MessageItem>
  )
})

interface ContentProps extends Pick<PushItemProps, 'item' | 'now' | 'last' | 'deletion' | 'actions' | 'narrow'> {
  /** When it was sent, as text. */
  time: string
  /** Its buttons are Tab stops. */
  reachable: boolean
}

/** Memoized: it does not depend on the position in the conversation. */
const Content = memo(function Content({ item, time, now, last, deletion, reachable, actions, narrow }: ContentProps) {
  const t = useStore(messages)
  const { push, side, state } = item
  const then = push.created * 1_000
  return (
    <>
      {deletion ? (
        <DeletedNotice item={item} phase={deletion} actions={actions} />
      ) : (
        <Bubble
          side={side}
          state={state === 'sending' ? 'waiting' : state}
          shape={isCard(item) ? 'card' : 'text'}
          progress={item.uploading && state === 'sending' ? progressOf(item) : undefined}
          actions={
            state === 'settled' && (
              <ItemButtons
                item={item}
                time={narrow ? time : hourOf(then)}
                actions={actions}
                reachable={reachable}
                narrow={narrow}
              />
            )
          }
        >
          <PushBody item={item} actions={actions} />
        </Bubble>
      )}
      {state === 'sending' && (
        <BubbleNote side={side}>
          {t.sending}
          {!item.uploading && <DiscardButton label={t.discard} onClick={() => actions.discard(item)} />}
        </BubbleNote>
      )}
      {item.waits && <MessageReason tone="waiting">{t[item.waits]}</MessageReason>}
      {state === 'failed' && (
        <>
          <BubbleNote side={side}>
            <BubbleTrouble>{t.notSent}</BubbleTrouble>
            <NoteButton onClick={() => actions.retry(item)}>{t.retry}</NoteButton>
            <NoteButton onClick={() => actions.discard(item)}>{t.discard}</NoteButton>
          </BubbleNote>
          {item.error && (
            <MessageReason tone="failed">
              {push.file_name ? (
                <span>
                  <bdi>{push.file_name}</bdi>: {item.error}
                </span>
              ) : (
                item.error
              )}
              {item.upgrade && <a href="/pro">{t.upgrade}</a>}
            </MessageReason>
          )}
        </>
      )}
      {push.email_skipped && !deletion && <MessageReason tone="waiting">{t.emailSkipped}</MessageReason>}
      {state === 'settled' && last && !deletion && (
        <BubbleNote side={side}>
          <time dateTime={new Date(then).toISOString()}>{lastPushTime(side, then, now)}</time>
        </BubbleNote>
      )}
    </>
  )
})

function DeletedNotice({ item, phase, actions }: { item: HistoryItem; phase: 'undoable' | 'deleting'; actions: ItemActions }) {
  const t = useStore(messages)
  if (phase === 'deleting') return <p className={styles.fold}>{t.deleting}</p>
  return (
    <p
      className={styles.fold}
      onPointerEnter={() => actions.hold(item, true)}
      onPointerLeave={() => actions.hold(item, false)}
      onFocus={() => actions.hold(item, true)}
      onBlur={() => actions.hold(item, false)}
    >
      {t.deleted}
      <NoteButton onClick={() => actions.undo(item)}>{t.undo}</NoteButton>
      {hasOtherCopies(item.push) && <span className={styles.copy}>{t.ownCopy}</span>}
    </p>
  )
}

/** Whether others have a copy of the push: it was sent to or by a person, a channel or an app. */
const hasOtherCopies = ({ direction, channel_iden, client_iden }: Push): boolean =>
  direction !== 'self' || channel_iden !== undefined || client_iden !== undefined

function progressOf({ push, progress = 0 }: HistoryItem) {
  return { value: progress, label: push.file_name ?? '', text: percentOf(progress) }
}

/** Handles keys on the item itself, not in its controls. */
function onKey(event: KeyboardEvent, item: HistoryItem, actions: ItemActions): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const act = actOf(event.key, item)
  if (!act) return
  event.preventDefault()
  actions[act](item)
}

function actOf(key: string, { state }: HistoryItem): 'open' | 'copy' | 'retry' | 'remove' | 'discard' | undefined {
  if (key === 'Enter') return 'open'
  if (key === 'c') return 'copy'
  if (key === 'r') return state === 'failed' ? 'retry' : undefined
  if (key === 'Delete') return state === 'settled' ? 'remove' : 'discard'
  return undefined
}
