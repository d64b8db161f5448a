// Shows the pushes of a conversation, and loads earlier ones on scrolling.

import { useStore } from '@nanostores/react'
import type { History, HistoryItem, Target } from '@waypost/client'
import { Suspense, useRef } from 'react'
import { $now } from '../../browser/clock.ts'
import styles from '../../conversation/Conversation.module.css'
import { ConversationFeed, NewestPill } from '../../conversation/ConversationFeed.tsx'
import { useFollowedEnd } from '../../conversation/followed-end.ts'
import { estimatedHeight } from '../../conversation/height.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { count, i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { JumpPill } from '../../ui/lists/JumpPill.tsx'
import { itemActions } from '../item/actions.ts'
import { shortened } from '../item/long-text.ts'
import { PushItem } from '../item/PushItem.tsx'
import { ShowPicture } from '../item/pictures.ts'
import { useReadStates } from '../read-marks/read-states.ts'
import { useArrivals } from './arrivals.ts'
import { useMessageTools } from './message-tools.tsx'
import { Loading, NoMessages, regionLabel } from './NoMessages.tsx'
import { useOffer } from './offer.ts'
import { PinnedBar } from './PinnedBar.tsx'
import { useViewer } from './viewer.tsx'
import { useWithDeleted } from './with-deleted.ts'

const PhoneNext = lazily(() => import('../first/PhoneCard.tsx').then((module) => module.PhoneNext))

const messages = i18n('messages', {
  loadMore: 'Load more',
  failed: "Couldn't load earlier messages.",
  laterFailed: "Couldn't load later messages.",
  retry: 'Retry',
  end: 'No more history',
  newest: 'Jump to the newest',
  back: 'Back to the reply',
  earlier: count({ one: '{count} earlier message', other: '{count} earlier messages' }),
  loadLater: 'Load later messages',
})

export interface MessagesProps {
  target: Target
  /** The displayed name of the target. */
  name: string
  history: History
  /** The history was empty when it was opened. */
  began: boolean
  /** The conversation has a form. */
  writable: boolean
  /** Called on Esc, to focus the form. */
  onLeave: () => void
  /** Called when the form replies to a message or edits one. */
  onCompose: () => void
}

/** The messages of a conversation that has some. Give it a `key`: it must be remounted for another target. */
export function Messages({ target, name, history, began, writable, onLeave, onCompose }: MessagesProps) {
  const t = useStore(messages)
  const session = useSession()
  const { more, later } = history
  const deleted = useStore(itemActions(session).deletes.$deleted)
  const items = useWithDeleted(target, history.items, deleted)
  const deletionOf = ({ push }: HistoryItem) => {
    const deletion = deleted.get(push.iden)
    return deletion?.returns ? undefined : deletion
  }
  // Stamps are in server time, so 'how long ago' is computed in server time, too.
  const now = useStore($now) + useStore(session.$clockAhead)
  // Only the last item shows how long ago it was sent; for others the day is enough, which avoids renders.
  const today = new Date(now).setHours(23, 59, 59, 0)
  const end = useFollowedEnd(items, { estimate, reachesNewest: later === undefined, placeKey: target.key, onLeave })
  const viewer = useViewer(target, history, end)
  const arrivals = useArrivals(target, items, end.atEnd && later === undefined)
  const readStates = useReadStates(target, items)
  const tools = useMessageTools({ target, items, end, writable, onCompose })
  const current = items.find(({ key }) => key === end.tabStop)
  useOffer(current && !deletionOf(current) ? current : undefined, tools.actions, writable)
  const load = useLoadMore(target, history)
  const loadLater = () => void session.push.loadLater(target)

  function toNewest() {
    if (later === undefined) return end.jump(arrivals.below > 0 ? arrivals.nextJump() : undefined)
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
        busy={more === 'loading'}
        menuProps={tools.menuProps}
        bar={<PinnedBar key={target.key} target={target} onJump={tools.jump} />}
        top={
          <>
            {empty && !begun && more !== 'failed' && <Loading />}
            {!empty && more === 'none' && <p className={styles.end}>{t.end}</p>}
            {more === 'failed' && (
              <p className={styles.failed} role="status">
                {t.failed}
                <Button kind="quiet" onClick={load}>
                  {t.retry}
                </Button>
              </p>
            )}
            {!empty && (more === 'more' || more === 'loading') && (
              <Button kind="quiet" busy={more === 'loading'} onClick={load}>
                {t.loadMore}
              </Button>
            )}
          </>
        }
        head={
          !empty &&
          began && (
            <Suspense fallback={null}>
              <PhoneNext />
            </Suspense>
          )
        }
        empty={begun && <NoMessages target={target} name={name} />}
        draw={(item, { index, isLast, close }) => (
          <PushItem
            item={item}
            name={name}
            now={isLast ? now : today}
            last={isLast}
            close={close}
            firstNew={arrivals.firstNew === item.key}
            deletion={deletionOf(item)}
            writable={writable}
            found={tools.found === item.key}
            tabStop={item.key === end.tabStop}
            position={index + 1}
            size={begun && later === undefined ? items.length : -1}
            actions={tools.actions}
            fresh={arrivals.isFresh(item)}
            narrow={end.narrow}
            readState={readStates.of(item)}
            lastOfState={readStates.isLast(item)}
          />
        )}
        bottom={
          later !== undefined && (
            <>
              {later === 'failed' && (
                <p className={styles.failed} role="status">
                  {t.laterFailed}
                </p>
              )}
              <Button kind="quiet" busy={later === 'loading'} onClick={loadLater}>
                {later === 'failed' ? t.retry : t.loadLater}
              </Button>
            </>
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
        onNearStart={more === 'failed' ? undefined : load}
        onNearEnd={later === 'more' ? loadLater : undefined}
        onLeave={onLeave}
      />
      {tools.open}
      {viewer.open}
    </ShowPicture>
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

/** The estimated height of an item before it is measured, in pixels. */
function estimate({ push, timeBar }: HistoryItem): number {
  const { title = '', body = '', preview } = push
  const pictures = push.image_url || preview?.image_url ? 220 : preview ? 40 : 0
  return estimatedHeight({ title: title.length, text: shortened(body) ?? body, pictures, timeBar })
}
