import { useStore } from '@nanostores/react'
import { type History, type HistoryItem, membersOf, type Target, type Unread } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { Suspense, useEffect } from 'react'
import { firstPageShown } from '../../browser/clock.ts'
import styles from '../../conversation/Conversation.module.css'
import { NewestPill } from '../../conversation/ConversationFeed.tsx'
import { type FollowedEnd, useFollowedEnd } from '../../conversation/followed-end.ts'
import { PressTag } from '../../format/TaggedText.tsx'
import { useSession } from '../../session/context.ts'
import { useActivity } from '../../session/others.ts'
import { lazily } from '../../ui/lazily.tsx'
import { JumpPill } from '../../ui/lists/JumpPill.tsx'
import { useFilterBar } from '../filter/use-filter-bar.tsx'
import { useOffer } from '../item/rules.ts'
import { useReadStates } from '../read-marks/ReadMark.tsx'
import { useArrivals, useDivider } from './arrivals.ts'
import { estimate } from './estimate.ts'
import { useMessageTools } from './message-tools.tsx'
import { Earlier, Later, messages, useMoreMessages } from './more-messages.tsx'
import { NoMessages } from './NoMessages.tsx'
import { PinnedBar } from './PinnedBar.tsx'
import { ShownPushes } from './ShownPushes.tsx'
import { useServerTime } from './server-time.ts'
import { useShownItems } from './shown-items.ts'
import { useViewer } from './viewer.tsx'

const RemindedBar = lazily(() => import('../reminders/RemindedBar.tsx').then((module) => module.RemindedBar))
const PhoneNext = lazily(() => import('../first/FirstSend.tsx').then((module) => module.PhoneNext))

const TypingBubble = lazily(() => import('../typing/TypingBubble.tsx').then((module) => module.TypingBubble), { soon: true })

export interface MessagesProps {
  target: Target
  /** The display name of the target. */
  name: string
  history: History
  /** Whether the history was empty when opened. */
  began: boolean
  /** The unread messages when it was opened, if it opens there. */
  unread: Unread | undefined
  /** Whether the conversation has a form. */
  writable: boolean
  /** Called on Esc, to focus the form. */
  onLeave: () => void
  /** Called when the form starts replying or editing. */
  onCompose: () => void
}

/** The messages of a non-empty conversation, or those that match a filter. Give it a `key`: it must be remounted for another target. */
export function Messages(props: MessagesProps) {
  const { bar, narrowed, onTag } = useFilterBar(props)
  useEffect(firstPageShown, [])
  return (
    <PressTag value={onTag}>
      <div className={styles.filtered}>
        {bar}
        {narrowed ? <Suspense fallback={null}>{narrowed}</Suspense> : <AllMessages {...props} />}
      </div>
    </PressTag>
  )
}

function AllMessages({ target, name, history, began, unread, writable, onLeave, onCompose }: MessagesProps) {
  const t = useStore(messages)
  const session = useSession()
  const { more, later } = history
  const { pushes, items, deletionOf, foldedOf } = useShownItems(target, history.items)
  const { now, today } = useServerTime()
  const divider = useDivider(target, pushes, unread)
  const firstNew = keyOf(items, divider.key)
  const end = useFollowedEnd(items, {
    estimate,
    reachesNewest: later === undefined,
    placeKey: target.key,
    openAt: unread && firstNew,
    keepInView: divider.unwatched && firstNew,
    onLeave,
  })
  const { loadEarlier, loadLater, toNewest } = useMoreMessages(target, history, end)
  const viewer = useViewer(items, more, end, () => void session.push.loadMore(target))
  const isTyping = useActivity(target) === 'typing'
  const arrivals = useArrivals({ target, items, end, later: later !== undefined, divider })
  const readStates = useReadStates(target, pushes)
  const tools = useMessageTools({ target, items, end, writable, onCompose })
  const current = items.find(({ key }) => key === end.tabStop)
  useOffer(current && !deletionOf(current) ? current : undefined, tools.actions, writable)
  const begun = more === 'none'
  const empty = items.length === 0
  return (
    <ShownPushes
      {...{ name, items, end, tools, viewer }}
      isAlone={({ state }) => state === 'failed'}
      now={today}
      busy={more === 'loading'}
      bar={<Bars key={target.key} target={target} onJump={tools.jump} />}
      top={<Earlier name={isPerson(target) ? name : undefined} more={more} empty={empty} onLoad={loadEarlier} />}
      head={!empty && began && <AfterFirst />}
      empty={begun && <NoMessages target={target} name={name} />}
      propsOf={(item, isLast) => ({
        now: isLast ? now : today,
        last: isLast && later === undefined,
        newCount: firstNew === item.key ? divider.count : 0,
        deletion: deletionOf(item),
        folded: foldedOf(item),
        size: begun && later === undefined ? items.length : -1,
        fresh: membersOf(item).every(arrivals.isFresh),
        ...readStates.propsOf(lastOf(item)),
      })}
      bottom={later !== undefined ? <Later later={later} onLoad={loadLater} /> : isTyping && <Typing name={name} end={end} />}
      pill={
        tools.back ? (
          <JumpPill onClick={tools.back}>{t.back}</JumpPill>
        ) : (
          (arrivals.below > 0 || end.far || later !== undefined) && (
            <NewestPill below={arrivals.below} label={t.newest} onClick={toNewest} />
          )
        )
      }
      smallPill={arrivals.below === 0 && !tools.back}
      onScrolled={arrivals.look}
      onEnd={later === undefined ? undefined : toNewest}
      onNearStart={more === 'failed' ? undefined : loadEarlier}
      onNearEnd={later === 'more' ? loadLater : undefined}
      onLeave={onLeave}
    />
  )
}

/** The key of the item that shows a push, by the push's key. */
const keyOf = (items: readonly HistoryItem[], key: string | undefined): string | undefined =>
  items.find((item) => membersOf(item).some((member) => member.key === key))?.key

/** The last picture of an album, or the item itself: an album counts as delivered or seen once all of it is. */
const lastOf = (item: HistoryItem): HistoryItem => membersOf(item).at(-1) ?? item
const isPerson = ({ type }: Target): boolean => type === 'chat' || type === 'email'

function Bars(props: { target: Target; onJump: (push: Push) => void }) {
  const isBack = useStore(useSession().push.$back).size > 0
  return (
    <>
      <PinnedBar {...props} />
      {isBack && (
        <Suspense fallback={null}>
          <RemindedBar {...props} />
        </Suspense>
      )}
    </>
  )
}

/** Under the first message of a conversation that was empty: what to do next. */
function AfterFirst() {
  return (
    <Suspense fallback={null}>
      <PhoneNext />
    </Suspense>
  )
}

function Typing({ name, end }: { name: string; end: FollowedEnd }) {
  return (
    <Suspense fallback={null}>
      <TypingBubble name={name} scroller={end.scroller} atEnd={end.atEnd} />
    </Suspense>
  )
}
