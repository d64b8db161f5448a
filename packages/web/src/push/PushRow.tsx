import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { type KeyboardEvent, memo } from 'react'
import { percentOf } from '../format/size.ts'
import { clockOf, hourOf } from '../format/time.ts'
import { Bubble, BubbleNote, BubbleTrouble, NoteButton } from '../ui/Bubble.tsx'
import { NewDivider, TimeDivider } from '../ui/Divider.tsx'
import { i18n } from '../ui/language.ts'
import { DiscardButton, MessageReason, MessageRow } from '../ui/MessageRow.tsx'
import type { RowActions } from './actions.ts'
import { lastPushTime } from './last-push-time.ts'
import { isCard, PushBody } from './PushBody.tsx'
import styles from './PushRow.module.css'
import { RowButtons } from './RowButtons.tsx'
import { labelOf } from './words.ts'

const messages = i18n('push-row', {
  sending: 'Sending',
  notSent: 'not sent',
  ratelimited: 'Too many messages at once. This one is sent by itself in a moment.',
  emailSkipped: 'They have no account yet, and get no email about this today.',
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

interface PushRowProps {
  row: HistoryItem
  /** Whom the conversation is with. */
  name: string
  /** Milliseconds since 1970; it moves on for the last row alone. */
  now: number
  last: boolean
  /** The next one stands right under it: the same side, less than a minute later. */
  close: boolean
  firstNew: boolean
  folded: 'undoable' | 'deleting' | undefined
  /** The one row that Tab stops at. */
  tabStop: boolean
  position: number
  /** How many there are; -1 while the beginning is not known. */
  size: number
  actions: RowActions
  /** Plays the arrival: only for what came while the conversation was open. */
  fresh: boolean
  /** The pane leaves room for one button beside a bubble. */
  narrow: boolean
}

/** One push of a conversation, with the bars that stand before it and the words under it. */
export const PushRow = memo(function PushRow(props: PushRowProps) {
  const t = useStore(messages)
  const { row, name, now, last, close, firstNew, folded, tabStop, position, size, actions, fresh, narrow } = props
  const { push, side } = row
  const then = push.created * 1_000
  const time = clockOf(then, now)
  return (
    <MessageRow
      id={row.key}
      side={side}
      close={close}
      fresh={fresh}
      label={labelOf(row, name, time)}
      tabStop={tabStop}
      position={position}
      size={size}
      onKeyDown={(event) => onKey(event, row, actions)}
    >
      {row.timeBar && <TimeDivider time={new Date(then).toISOString()}>{time}</TimeDivider>}
      {firstNew && <NewDivider>{t.new}</NewDivider>}
      <Content
        row={row}
        time={time}
        now={now}
        last={last}
        folded={folded}
        reachable={tabStop}
        actions={actions}
        narrow={narrow}
      />
    </MessageRow>
  )
})

interface ContentProps extends Pick<PushRowProps, 'row' | 'now' | 'last' | 'folded' | 'actions' | 'narrow'> {
  /** When it was sent, in words. */
  time: string
  /** Tab stops at its buttons. */
  reachable: boolean
}

/** What stays as it is where a row only gets another place in the conversation. */
const Content = memo(function Content({ row, time, now, last, folded, reachable, actions, narrow }: ContentProps) {
  const t = useStore(messages)
  const { push, side, state } = row
  const then = push.created * 1_000
  return (
    <>
      {folded ? (
        <Fold row={row} phase={folded} actions={actions} />
      ) : (
        <Bubble
          side={side}
          state={state === 'sending' ? 'waiting' : state}
          shape={isCard(row) ? 'card' : 'text'}
          progress={row.uploading && state === 'sending' ? progressOf(row) : undefined}
          actions={
            state === 'settled' && (
              <RowButtons row={row} time={narrow ? time : hourOf(then)} actions={actions} reachable={reachable} narrow={narrow} />
            )
          }
        >
          <PushBody row={row} actions={actions} />
        </Bubble>
      )}
      {state === 'sending' && (
        <BubbleNote side={side}>
          {t.sending}
          {!row.uploading && <DiscardButton label={t.discard} onClick={() => actions.discard(row)} />}
        </BubbleNote>
      )}
      {row.waits && <MessageReason tone="waiting">{t[row.waits]}</MessageReason>}
      {state === 'failed' && (
        <>
          <BubbleNote side={side}>
            <BubbleTrouble>{t.notSent}</BubbleTrouble>
            <NoteButton onClick={() => actions.retry(row)}>{t.retry}</NoteButton>
            <NoteButton onClick={() => actions.discard(row)}>{t.discard}</NoteButton>
          </BubbleNote>
          {row.error && (
            <MessageReason tone="failed">
              {push.file_name ? (
                <span>
                  <bdi>{push.file_name}</bdi>: {row.error}
                </span>
              ) : (
                row.error
              )}
              {row.upgrade && <a href="/pro">{t.upgrade}</a>}
            </MessageReason>
          )}
        </>
      )}
      {push.email_skipped && !folded && <MessageReason tone="waiting">{t.emailSkipped}</MessageReason>}
      {state === 'settled' && last && !folded && (
        <BubbleNote side={side}>
          <time dateTime={new Date(then).toISOString()}>{lastPushTime(side, then, now)}</time>
        </BubbleNote>
      )}
    </>
  )
})

function Fold({ row, phase, actions }: { row: HistoryItem; phase: 'undoable' | 'deleting'; actions: RowActions }) {
  const t = useStore(messages)
  if (phase === 'deleting') return <p className={styles.fold}>{t.deleting}</p>
  return (
    <p
      className={styles.fold}
      onPointerEnter={() => actions.hold(row, true)}
      onPointerLeave={() => actions.hold(row, false)}
      onFocus={() => actions.hold(row, true)}
      onBlur={() => actions.hold(row, false)}
    >
      {t.deleted}
      <NoteButton onClick={() => actions.undo(row)}>{t.undo}</NoteButton>
      {hasOtherCopies(row.push) && <span className={styles.copy}>{t.ownCopy}</span>}
    </p>
  )
}

/** Whether somebody else has it too: what goes to a person, a channel or an app, or comes from there. */
const hasOtherCopies = ({ direction, channel_iden, client_iden }: Push): boolean =>
  direction !== 'self' || channel_iden !== undefined || client_iden !== undefined

function progressOf({ push, progress = 0 }: HistoryItem) {
  return { value: progress, label: push.file_name ?? '', text: percentOf(progress) }
}

/** Keys of the row itself; what stands inside it has its own. */
function onKey(event: KeyboardEvent, row: HistoryItem, actions: RowActions): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
  const act = actOf(event.key, row)
  if (!act) return
  event.preventDefault()
  actions[act](row)
}

function actOf(key: string, { state }: HistoryItem): 'open' | 'copy' | 'retry' | 'remove' | 'discard' | undefined {
  if (key === 'Enter') return 'open'
  if (key === 'c') return 'copy'
  if (key === 'r') return state === 'failed' ? 'retry' : undefined
  if (key === 'Delete') return state === 'settled' ? 'remove' : 'discard'
  return undefined
}
