import { useStore } from '@nanostores/react'
import { type History, type HistoryItem, membersOf, openAlbums, type Target, type Unread } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { $now, firstPageShown } from '../../browser/clock.ts'
import styles from '../../conversation/Conversation.module.css'
import { ConversationFeed, NewestPill } from '../../conversation/ConversationFeed.tsx'
import { useFollowedEnd } from '../../conversation/followed-end.ts'
import { PressTag } from '../../format/TaggedText.tsx'
import { useSession } from '../../session/context.ts'
import { useActivity } from '../../session/others.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { JumpPill } from '../../ui/lists/JumpPill.tsx'
import { useFilterBar } from '../filter/use-filter-bar.tsx'
import { itemActions } from '../item/actions.ts'
import { foldDeleted } from '../item/folded.ts'
import { PushItem } from '../item/PushItem.tsx'
import { ShowPicture } from '../item/pictures.ts'
import { useOffer } from '../item/rules.ts'
import { useDeletions, useWithDeleted } from '../item/undo-delete.ts'
import { useReadStates } from '../read-marks/ReadMark.tsx'
import { useArrivals, useDivider } from './arrivals.ts'
import { messagesWords } from './en.ts'
import { estimate } from './estimate.ts'
import { useMessageTools } from './message-tools.tsx'
import { LoadFailed, Loading, NoMessages, regionLabel } from './NoMessages.tsx'
import { PinnedBar } from './PinnedBar.tsx'
import { useViewer } from './viewer.tsx'

const RemindedBar = lazily(() => import('../reminders/RemindedBar.tsx').then((module) => module.RemindedBar))
const PhoneNext = lazily(() => import('../first/FirstSend.tsx').then((module) => module.PhoneNext))

const TypingBubble = lazily(() => import('../typing/TypingBubble.tsx').then((module) => module.TypingBubble), { soon: true })

const messages = i18n('messages', messagesWords)

export interface MessagesProps {
  target: Target
  /** The displayed name of the target. */
  name: string
  history: History
  /** The history was empty when it was opened. */
  began: boolean
  /** What was unread when it was opened, if it opens there. */
  unread: Unread | undefined
  /** The conversation has a form. */
  writable: boolean
  /** Called on Esc, to focus the form. */
  onLeave: () => void
  /** Called when the form replies to a message or edits one. */
  onCompose: () => void
}

/** The messages of a conversation that has some, or those that a filter lets through. Give it a `key`: it must be remounted for another target. */
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

/** All messages of a conversation. */
function AllMessages({ target, name, history, began, unread, writable, onLeave, onCompose }: MessagesProps) {
  const t = useStore(messages)
  const session = useSession()
  const { more, later } = history
  const deleted = useDeletions(itemActions(session).deletes, history.items)
  const pushes = useWithDeleted(target, history.items, deleted)
  const [joined] = useState(openAlbums)
  const { items, counts } = useMemo(() => {
    const albums = joined(pushes, ({ push }) => deleted.get(push.iden)?.returns === false)
    return foldDeleted(albums, ({ push }) => deleted.has(push.iden))
  }, [joined, pushes, deleted])
  const deletionOf = ({ push }: HistoryItem) => {
    const deletion = deleted.get(push.iden)
    return deletion?.returns ? undefined : deletion
  }
  // Stamps are in server time, so 'how long ago' is computed in server time, too.
  const now = useStore($now) + useStore(session.$clockAhead)
  // Only the last item shows how long ago it was sent; for others the day is enough, which avoids renders.
  const today = new Date(now).setHours(23, 59, 59, 0)
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
  const load = useLoadMore(target, history)
  const viewer = useViewer(items, more, end, () => void session.push.loadMore(target))
  const isTyping = useActivity(target) === 'typing'
  const arrivals = useArrivals({ target, items, end, later: later !== undefined, divider })
  const readStates = useReadStates(target, pushes)
  const tools = useMessageTools({ target, items, end, writable, onCompose })
  const current = items.find(({ key }) => key === end.tabStop)
  useOffer(current && !deletionOf(current) ? current : undefined, tools.actions, writable)
  const loadLater = () => void session.push.loadLater(target)

  function toNewest() {
    if (later === undefined) return end.jump(undefined)
    session.push.showNewest(target)
    requestAnimationFrame(() => end.jump(undefined))
  }

  const begun = more === 'none'
  const empty = items.length === 0
  return (
    <ShowPicture value={viewer.show}>
      <ConversationFeed
        label={regionLabel(name)}
        items={items}
        end={end}
        sentAt={({ push }) => push.created}
        isAlone={({ state }) => state === 'failed'}
        now={today}
        busy={more === 'loading'}
        menuProps={tools.menuProps}
        bar={tools.selection.bar ?? <Bars key={target.key} target={target} onJump={tools.jump} />}
        top={<Earlier name={isPerson(target) ? name : undefined} more={more} empty={empty} onLoad={load} />}
        head={
          !empty &&
          began && (
            <Suspense fallback={null}>
              <PhoneNext />
            </Suspense>
          )
        }
        empty={begun && <NoMessages target={target} name={name} />}
        draw={(item, { index, isLast, ...place }) => (
          <PushItem
            item={item}
            name={name}
            {...place}
            now={isLast ? now : today}
            last={isLast && later === undefined}
            newCount={firstNew === item.key ? divider.count : 0}
            deletion={deletionOf(item)}
            folded={counts.get(item.key) ?? 1}
            writable={writable}
            found={tools.found === item.key}
            selected={tools.selection.has(item)}
            tabStop={item.key === end.tabStop}
            position={index + 1}
            size={begun && later === undefined ? items.length : -1}
            actions={tools.actions}
            fresh={membersOf(item).every(arrivals.isFresh)}
            narrow={end.narrow}
            readState={readStates.of(lastOf(item))}
            seenAt={readStates.seenAt(lastOf(item))}
            lastOfState={readStates.isLast(lastOf(item))}
          />
        )}
        bottom={
          later !== undefined ? (
            <Later later={later} onLoad={loadLater} />
          ) : (
            isTyping && (
              <Suspense fallback={null}>
                <TypingBubble name={name} scroller={end.scroller} atEnd={end.atEnd} />
              </Suspense>
            )
          )
        }
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
        onNearStart={more === 'failed' ? undefined : load}
        onNearEnd={later === 'more' ? loadLater : undefined}
        onLeave={tools.selection.end ?? onLeave}
      />
      {tools.open}
      {viewer.open}
    </ShowPicture>
  )
}

/** The key of the item that shows a push, by the key of that. */
const keyOf = (items: readonly HistoryItem[], key: string | undefined): string | undefined =>
  items.find((item) => membersOf(item).some((member) => member.key === key))?.key

/** The last picture of an album, or the item itself: an album is delivered and seen when all of it is. */
const lastOf = (item: HistoryItem): HistoryItem => membersOf(item).at(-1) ?? item
const isPerson = ({ type }: Target): boolean => type === 'chat' || type === 'email'

/** Above the messages: those that are pinned, and those that have come back. */
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

interface EarlierProps {
  /** Of the person; undefined for other targets. */
  name: string | undefined
  more: History['more']
  empty: boolean
  onLoad: () => void
}

/** Above the first message: that it is the first, or what loads earlier ones. */
function Earlier({ name, more, empty, onLoad }: EarlierProps) {
  const t = useStore(messages)
  if (more === 'failed') return <LoadFailed words={t.failed} onRetry={onLoad} />
  if (empty) return more !== 'none' && <Loading />
  if (more === 'none')
    return (
      <div className={styles.end}>
        {name !== undefined && <p dir="auto">{t.begins({ name })}</p>}
        <p>{t.end}</p>
      </div>
    )
  return (
    <Button kind="quiet" busy={more === 'loading'} onClick={onLoad}>
      {t.loadMore}
    </Button>
  )
}

/** Below the last message, where newer ones are not loaded. */
function Later({ later, onLoad }: { later: NonNullable<History['later']>; onLoad: () => void }) {
  const t = useStore(messages)
  return (
    <>
      {later === 'failed' && <LoadFailed words={t.laterFailed} />}
      <Button kind="quiet" busy={later === 'loading'} onClick={onLoad}>
        {later === 'failed' ? t.retry : t.loadLater}
      </Button>
    </>
  )
}

/** Loads earlier items, and announces how many. */
function useLoadMore(target: Target, history: History): () => void {
  const session = useSession()
  const latest = useRef(history)
  latest.current = history
  return () => {
    const { items, more } = latest.current
    if (more === 'loading' || more === 'none') return
    const had = items.length
    void session.push.loadMore(target).then(() => {
      const came = latest.current.items.length - had
      if (came > 0) say(messages.get().earlier(came))
    })
  }
}
