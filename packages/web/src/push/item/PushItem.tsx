import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { Ellipsis, Forward, Reply, ThumbsUp, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { TimeBelow } from '../../conversation/ExactTime.tsx'
import { placeOfTime } from '../../conversation/groups.ts'
import { MessageItem, type MessagePlace, MessageReason, MessageTime } from '../../conversation/MessageItem.tsx'
import { UnsentNote } from '../../conversation/UnsentNote.tsx'
import { inWords } from '../../format/names.ts'
import { percentOf } from '../../format/size.ts'
import { clockOf, hourOf } from '../../format/time.ts'
import { fileWordsOf } from '../../format/voice-message.ts'
import { useSession } from '../../session/context.ts'
import { Bubble, NoteButton } from '../../ui/cards/Bubble.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { NewDivider } from '../../ui/lists/Divider.tsx'
import { albumLabelOf, itemLabelOf } from '../album/words.ts'
import { wordsOf } from '../labels.ts'
import { type ReadState, ReadWords } from '../read-marks/ReadMark.tsx'
import { sendTimeOf } from '../scheduled/send-time.ts'
import { TagChips } from '../tags/TagChips.tsx'
import type { ItemActions } from './actions.ts'
import { itemButtons, pushItem, quoteWords, reactionsWords } from './en.ts'
import { lastPushTime } from './last-push-time.ts'
import { isCard, PushBody } from './PushBody.tsx'
import styles from './PushItem.module.css'
import { hasTail, PushTail } from './PushTail.tsx'
import { hasOtherCopies, onKey, ownReaction, takesReactions } from './rules.ts'
import { TypeIcon } from './TypeIcon.tsx'
import type { Deletion } from './undo-delete.ts'

const messages = i18n('push-item', pushItem)

interface PushItemProps extends MessagePlace {
  item: HistoryItem
  name: string
  /** Milliseconds since 1970; only updated for the last item. */
  now: number
  /** The number of new messages starting here; 0 if it isn't the first of them. */
  newCount: number
  /** Set if it was deleted and can be restored. */
  deletion: Deletion | undefined
  /** How many messages it stands for, if it stands for several deleted by their sender. */
  folded: number
  /** Whether the conversation has a form, so it can be replied to. */
  writable: boolean
  /** Whether the user was taken here. */
  found: boolean
  selected: boolean
  actions: ItemActions
  /** Whether to play the arrival animation: only for pushes that came while the conversation was open. */
  fresh: boolean
  /** The pane has room for only one button beside a bubble. */
  narrow: boolean
  /** Undefined where that isn't known. */
  readState: ReadState | undefined
  /** In seconds; undefined while unknown. */
  seenAt: number | undefined
  lastOfState: boolean
}

/** A push of a conversation, with the bars above it and the text below. */
export const PushItem = memo(function PushItem(props: PushItemProps) {
  const t = useStore(messages)
  // Anything that depends on the item's position is kept out of its content, which is memoized.
  const { joined, fresh, found, selected, newCount, dayEnds, tabStop, position, size, ...content } = props
  const { item, name, now, actions, writable } = content
  const then = item.push.created * 1_000
  const time = clockOf(then, now)
  return (
    <MessageItem
      {...{ item, then, joined, close: content.close, dayEnds, fresh, found, selected, tabStop, position, size }}
      label={content.folded > 1 ? `${item.push.sender_name ?? name}, ${t.folded(content.folded)}` : itemLabelOf(item, name, time)}
      bar={newCount > 0 && <NewDivider>{t.new(newCount)}</NewDivider>}
      onKeyDown={(event) => onKey(event, item, actions, writable)}
    >
      <Content {...content} reachable={tabStop} />
    </MessageItem>
  )
})

type OfPosition = 'joined' | 'fresh' | 'found' | 'selected' | 'newCount' | 'dayEnds' | 'tabStop' | 'position' | 'size'

interface ContentProps extends Omit<PushItemProps, OfPosition> {
  /** Whether its buttons are Tab stops. */
  reachable: boolean
}

const Content = memo(function Content(props: ContentProps) {
  const t = useStore(messages)
  const { item, name, now, last, close, deletion, folded, reachable, actions, narrow, writable, readState, seenAt } = props
  const { push, side, state } = item
  const then = push.created * 1_000
  const timeIn = placeOfTime({ timed: props.timed, last, isSettled: state === 'settled' })
  const timed = timeIn === 'tail'
  // Within a group, only if the messages after it haven't got as far.
  const mark = last || (close && !props.lastOfState) ? undefined : readState
  const tail = { item, timed, reachable, readState: mark, seenAt, spoken: props.lastOfState }
  return (
    <>
      {deletion ? (
        <DeletedNotice item={item} everyone={deletion.everyone} actions={actions} />
      ) : (
        <Bubble
          side={side}
          state={state === 'sending' ? 'waiting' : state}
          shape={push.deleted_by_sender ? 'gone' : isCard(item) ? 'card' : 'text'}
          progress={item.uploading && state === 'sending' ? progressOf(item) : undefined}
          actions={
            state === 'settled' && (
              <ItemButtons
                item={item}
                time={timeIn === 'beside' ? hourOf(then) : undefined}
                actions={actions}
                reachable={reachable}
                narrow={narrow}
                writable={writable}
              />
            )
          }
        >
          {push.deleted_by_sender ? (
            <>
              <Trash2 size={14} aria-hidden="true" />
              <p>{folded > 1 ? t.folded(folded) : wordsOf(push)}</p>
              {timed && <PushTail {...tail} />}
            </>
          ) : (
            <>
              {push.forwarded_from !== undefined && (
                <p className={styles.forwarded}>
                  <Forward size={14} aria-hidden="true" />
                  <span>{push.forwarded_from ? t.forwardedFrom({ name: inWords(push.forwarded_from) }) : t.forwarded}</span>
                </p>
              )}
              {push.reply_to && <Quote iden={push.reply_to} name={name} onJump={(to) => actions.jump(to, item)} />}
              <PushBody
                item={item}
                actions={actions}
                tail={hasTail(tail) ? (chip) => <PushTail {...tail} chip={chip} /> : undefined}
              />
            </>
          )}
        </Bubble>
      )}
      {push.tags && !deletion && <TagChips tags={push.tags} reachable={reachable} />}
      {push.reactions && !deletion && <Reactions item={item} name={name} actions={actions} reachable={reachable} />}
      {state === 'sending' && (
        <UnsentNote
          side={side}
          state="waiting"
          onDiscard={(!item.uploading || item.album !== undefined) && (() => actions.discard(item))}
          reason={item.waits && t[item.waits]}
        >
          {push.send_at === undefined ? t.sending : sendTimeOf(push.send_at * 1_000, now)}
        </UnsentNote>
      )}
      {state === 'failed' && (
        <UnsentNote
          side={side}
          state="failed"
          onRetry={() => actions.retry(item)}
          onDiscard={() => actions.discard(item)}
          reason={
            item.error && (
              <span>
                {push.file_name && !item.album && (
                  <>
                    <bdi>{fileWordsOf(push)}</bdi>:{' '}
                  </>
                )}
                {item.error}
              </span>
            )
          }
          upgrade={item.upgrade}
        >
          {t.notSent}
        </UnsentNote>
      )}
      {!deletion && <Notes item={item} actions={actions} />}
      {state === 'settled' && last && !deletion && <LastTime {...{ side, then, now, reachable, readState, seenAt }} />}
    </>
  )
})

function Notes({ item, actions }: Pick<ContentProps, 'item' | 'actions'>) {
  const t = useStore(messages)
  return (
    <>
      {item.edit && <EditNote item={item} actions={actions} />}
      {item.push.email_skipped && <MessageReason tone="waiting">{t.emailSkipped}</MessageReason>}
    </>
  )
}

function EditNote({ item, actions }: Pick<ContentProps, 'item' | 'actions'>) {
  const t = useStore(messages)
  const failed = item.edit === 'refused'
  return (
    <UnsentNote
      side={item.side}
      state={failed ? 'failed' : 'waiting'}
      onRetry={failed && (() => actions.retry(item))}
      onDiscard={() => actions.discard(item)}
      reason={item.error}
    >
      {failed ? t.notSaved : t.saving}
    </UnsentNote>
  )
}

interface LastTimeProps extends Pick<ContentProps, 'now' | 'reachable' | 'readState' | 'seenAt'> {
  side: 'in' | 'out'
  /** When it was sent, in milliseconds since 1970. */
  then: number
}

function LastTime({ side, then, now, reachable, readState = 'sent', seenAt }: LastTimeProps) {
  return (
    <TimeBelow side={side} then={then} reachable={reachable} words={lastPushTime(side, then, now)}>
      {readState !== 'sent' && (
        <>
          <span aria-hidden="true">·</span>
          <ReadWords state={readState} seenAt={seenAt} />
        </>
      )}
    </TimeBelow>
  )
}

function DeletedNotice({ item, everyone, actions }: { item: HistoryItem; everyone: boolean; actions: ItemActions }) {
  const t = useStore(messages)
  return (
    <p
      className={styles.fold}
      onPointerEnter={() => actions.hold(item, true)}
      onPointerLeave={() => actions.hold(item, false)}
      onFocus={() => actions.hold(item, true)}
      onBlur={() => actions.hold(item, false)}
    >
      {!hasOtherCopies(item.push) ? t.deleted : everyone ? t.allCopies : t.ownCopy}
      <span aria-hidden="true">·</span>
      <NoteButton onClick={() => actions.undo(item)}>{t.undo}</NoteButton>
    </p>
  )
}

function progressOf(item: HistoryItem) {
  const { push, progress = 0, album } = item
  return { value: progress, label: album ? albumLabelOf(item) : (fileWordsOf(push) ?? ''), text: percentOf(progress) }
}

const buttonMessages = i18n('item-buttons', itemButtons)

interface ItemButtonsProps {
  item: HistoryItem
  /** When it was sent, as text, if nothing else shows it. */
  time: string | undefined
  actions: ItemActions
  /** Whether the buttons are Tab stops. */
  reachable: boolean
  /** Whether there is room for only one button. */
  narrow: boolean
  /** Whether the conversation has a form, so it can be replied to. */
  writable: boolean
}

function ItemButtons({ item, time, actions, reachable, narrow, writable }: ItemButtonsProps) {
  const t = useStore(buttonMessages)
  const session = useSession()
  const common = { size: 'small', tabIndex: reachable ? 0 : -1 } as const
  const menu = (
    <IconButton {...common} label={t.actions} aria-haspopup="menu" onClick={(event) => actions.menu(item, event.currentTarget)}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  if (narrow) return menu
  return (
    <>
      <MessageTime icon={<TypeIcon type={item.push.type} size={14} />}>{time}</MessageTime>
      {takesReactions(item.push) && (
        <IconButton
          {...common}
          label={t.like}
          onClick={() => actions.react(item, ownReaction(session, item.push) === like ? '' : like)}
        >
          <ThumbsUp size={16} aria-hidden="true" />
        </IconButton>
      )}
      {writable && !item.push.deleted_by_sender && (
        <IconButton {...common} label={t.reply} onClick={() => actions.reply(item)}>
          <Reply size={18} aria-hidden="true" />
        </IconButton>
      )}
      {menu}
    </>
  )
}

const like = '👍'

const quoteMessages = i18n('quote', quoteWords)

interface QuoteProps {
  iden: string
  /** The display name of the target. */
  name: string
  onJump: (push: Push) => void
}

function Quote({ iden, name, onJump }: QuoteProps) {
  const t = useStore(quoteMessages)
  const push = useStore(useSession().push.known(iden))
  if (!push || push.deleted_by_sender) return <p className={`${styles.quote} ${styles.lost}`}>{t.gone}</p>
  const sender = push.direction === 'incoming' ? (push.sender_name ?? name) : t.you
  const words = wordsOf(push)
  return (
    <button type="button" className={styles.quote} aria-label={t.label({ sender, words })} onClick={() => onJump(push)}>
      <strong dir="auto">{sender}</strong>
      <span dir="auto">{words}</span>
    </button>
  )
}

const reactionMessages = i18n('reactions', reactionsWords)

interface ReactionsProps {
  item: HistoryItem
  /** The display name of the target. */
  name: string
  actions: ItemActions
  /** Whether its buttons are Tab stops. */
  reachable: boolean
}

/** A click on one adds the same, or removes the user's own. */
function Reactions({ item, name, actions, reachable }: ReactionsProps) {
  const t = useStore(reactionMessages)
  const own = useStore(useSession().$account)?.email_normalized
  return (
    <ul className={styles.reactions} aria-label={t.group}>
      {Object.entries(item.push.reactions ?? {}).map(([emoji, people]) => {
        const isOwn = own !== undefined && people.includes(own)
        const others = people.filter((person) => person !== own)
        const words = others.length === 0 ? t.yours : isOwn ? t.both : t.theirs
        return (
          <li key={emoji}>
            <button
              type="button"
              className={styles.reaction}
              aria-pressed={isOwn}
              aria-label={words({ emoji, names: name })}
              tabIndex={reachable ? 0 : -1}
              onClick={() => actions.react(item, isOwn ? '' : emoji)}
            >
              <span>{emoji}</span>
              {people.length > 1 && <span className={styles.count}>{people.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
