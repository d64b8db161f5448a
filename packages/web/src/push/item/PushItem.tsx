// Shows a push in a conversation: its bubble, state, buttons, reactions and the bars above it.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { memo } from 'react'
import { percentOf } from '../../format/size.ts'
import { clockOf, hourOf } from '../../format/time.ts'
import { UpgradeLink } from '../../page/UpgradeLink.tsx'
import { Bubble, BubbleNote, BubbleTrouble, NoteButton } from '../../ui/cards/Bubble.tsx'
import { DiscardButton, MessageItem, MessageReason } from '../../ui/cards/MessageItem.tsx'
import { i18n } from '../../ui/language.ts'
import { NewDivider, TimeDivider } from '../../ui/lists/Divider.tsx'
import { labelOf, wordsOf } from '../labels.ts'
import { ReadMark, type ReadState, ReadWords } from '../read-marks/ReadMark.tsx'
import { sendTimeOf } from '../scheduled/send-time.ts'
import type { ItemActions } from './actions.ts'
import { ItemButtons } from './ItemButtons.tsx'
import { hasMarks, ItemMarks } from './ItemMarks.tsx'
import { onKey } from './keys.ts'
import { lastPushTime } from './last-push-time.ts'
import { isCard, PushBody } from './PushBody.tsx'
import styles from './PushItem.module.css'
import { Quote } from './Quote.tsx'
import { Reactions } from './Reactions.tsx'
import { hasOtherCopies } from './rules.ts'
import type { Deletion } from './undo-delete.ts'

const messages = i18n('push-item', {
  sending: 'Sending',
  notSent: 'not sent',
  ratelimited: 'Too many messages at once. This one is sent by itself in a moment.',
  emailSkipped: 'They have no account yet, and get no email about this.',
  unavailable: "The server isn't ready. This is sent by itself when it is.",
  retry: 'Retry',
  discard: 'Discard',
  deleted: 'Deleted.',
  undo: 'Undo',
  ownCopy: 'Only your copy is deleted.',
  allCopies: 'For everyone.',
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
  /** It was deleted, and that can be undone. */
  deletion: Deletion | undefined
  /** The conversation has a form, which can reply. */
  writable: boolean
  /** The user was brought here. */
  found: boolean
  /** The one row that Tab stops at. */
  tabStop: boolean
  position: number
  /** How many there are; -1 while the beginning is not known. */
  size: number
  actions: ItemActions
  /** Plays the arrival: only for pushes that came while the conversation was open. */
  fresh: boolean
  /** The pane has room for only one button beside a bubble. */
  narrow: boolean
  /** Whether it was sent, delivered or seen; undefined for messages of which that is not known. */
  readState: ReadState | undefined
  /** The last message of that state. */
  lastOfState: boolean
}

/** A push of a conversation, with the bars above and the text under it. */
export const PushItem = memo(function PushItem(props: PushItemProps) {
  const t = useStore(messages)
  const { item, name, now, last, close, firstNew, tabStop, position, size, actions, fresh, found, writable } = props
  const { push, side } = item
  const then = push.created * 1_000
  const time = clockOf(then, now)
  return (
    <MessageItem
      id={item.key}
      side={side}
      close={close}
      fresh={fresh}
      found={found}
      label={labelOf(item, name, time)}
      tabStop={tabStop}
      position={position}
      size={size}
      onKeyDown={(event) => onKey(event, item, actions, writable)}
    >
      {item.timeBar && <TimeDivider time={new Date(then).toISOString()}>{time}</TimeDivider>}
      {firstNew && <NewDivider>{t.new}</NewDivider>}
      <Content
        item={item}
        name={name}
        time={time}
        now={now}
        last={last}
        deletion={props.deletion}
        reachable={tabStop}
        actions={actions}
        narrow={props.narrow}
        writable={writable}
        readState={props.readState}
        lastOfState={props.lastOfState}
      />
    </MessageItem>
  )
})

type Passed = 'item' | 'name' | 'now' | 'last' | 'deletion' | 'actions' | 'narrow' | 'writable' | 'readState' | 'lastOfState'

interface ContentProps extends Pick<PushItemProps, Passed> {
  /** When it was sent, as text. */
  time: string
  /** Its buttons are Tab stops. */
  reachable: boolean
}

/** Memoized: it does not depend on the position in the conversation. */
const Content = memo(function Content(props: ContentProps) {
  const t = useStore(messages)
  const { item, name, time, now, last, deletion, reachable, actions, narrow, writable, readState } = props
  const { push, side, state } = item
  const then = push.created * 1_000
  return (
    <>
      {deletion ? (
        <DeletedNotice item={item} everyone={deletion.everyone} actions={actions} />
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
                writable={writable}
              />
            )
          }
        >
          {push.deleted_by_sender ? (
            <p className={styles.gone}>{wordsOf(push)}</p>
          ) : (
            <>
              {push.reply_to && <Quote iden={push.reply_to} name={name} onJump={(to) => actions.jump(to, item)} />}
              <PushBody item={item} actions={actions} />
              {hasMarks(item) && <ItemMarks item={item} />}
              {readState && <ReadMark state={readState} spoken={props.lastOfState && !last} />}
            </>
          )}
        </Bubble>
      )}
      {push.reactions && !deletion && <Reactions item={item} name={name} actions={actions} reachable={reachable} />}
      {state === 'sending' && (
        <BubbleNote side={side}>
          {push.send_at === undefined ? t.sending : sendTimeOf(push.send_at * 1_000, now)}
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
              {item.upgrade && <UpgradeLink>{t.upgrade}</UpgradeLink>}
            </MessageReason>
          )}
        </>
      )}
      {push.email_skipped && !deletion && <MessageReason tone="waiting">{t.emailSkipped}</MessageReason>}
      {state === 'settled' && last && !deletion && (
        <BubbleNote side={side}>
          <LastTime side={side} then={then} now={now} readState={readState} />
        </BubbleNote>
      )}
    </>
  )
})

interface LastTimeProps extends Pick<ContentProps, 'now' | 'readState'> {
  side: 'in' | 'out'
  /** When it was sent, in milliseconds since 1970. */
  then: number
}

/** The time under the last message, and how far it has got. A delivered push was sent, so 'Sent' is only read out then. */
function LastTime({ side, then, now, readState = 'sent' }: LastTimeProps) {
  const time = lastPushTime(side, then, now)
  const isWord = readState !== 'sent' && time === lastPushTime(side, now, now)
  return (
    <>
      <time dateTime={new Date(then).toISOString()} className={isWord ? 'hidden-words' : undefined}>
        {time}
      </time>
      {readState !== 'sent' && <ReadWords state={readState} />}
    </>
  )
}

interface DeletedNoticeProps {
  item: HistoryItem
  everyone: boolean
  actions: ItemActions
}

function DeletedNotice({ item, everyone, actions }: DeletedNoticeProps) {
  const t = useStore(messages)
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
      {hasOtherCopies(item.push) && <span className={styles.copy}>{everyone ? t.allCopies : t.ownCopy}</span>}
    </p>
  )
}

function progressOf({ push, progress = 0 }: HistoryItem) {
  return { value: progress, label: push.file_name ?? '', text: percentOf(progress) }
}
