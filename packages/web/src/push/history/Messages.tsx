// Shows the pushes of a conversation, and loads earlier ones on scrolling.

import { useStore } from '@nanostores/react'
import type { History, HistoryItem, Target } from '@waypost/client'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { $touch } from '../../browser/media.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { useFocusKept } from '../../ui/accessibility/focus-kept.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { count, i18n } from '../../ui/language.ts'
import { lazily } from '../../ui/lazily.tsx'
import { JumpPill } from '../../ui/lists/JumpPill.tsx'
import { itemActions } from '../item/actions.ts'
import { PushItem } from '../item/PushItem.tsx'
import { ShowPicture } from '../item/pictures.ts'
import { useReadStates } from '../read-marks/read-states.ts'
import { useArrivals } from './arrivals.ts'
import { useFeed } from './feed.ts'
import styles from './History.module.css'
import { useMessageTools } from './message-tools.tsx'
import { Loading, NoMessages, regionLabel } from './NoMessages.tsx'
import { useOffer } from './offer.ts'
import { PinnedBar } from './PinnedBar.tsx'
import { useViewer } from './viewer.tsx'
import { useWithDeleted } from './with-deleted.ts'

const PhoneNext = lazily(() => import('../first/PhoneCard.tsx').then((module) => module.PhoneNext))

const messages = i18n('messages', {
  feed: 'Messages',
  loadMore: 'Load more',
  failed: "Couldn't load earlier messages.",
  laterFailed: "Couldn't load later messages.",
  retry: 'Retry',
  end: 'No more history',
  newMessages: count({ one: '{count} new message', other: '{count} new messages' }),
  newest: 'Jump to the newest',
  back: 'Back to the reply',
  earlier: count({ one: '{count} earlier message', other: '{count} earlier messages' }),
  loadLater: 'Load later messages',
})

/** Items that were sent within this time of each other have less space between them, in seconds. */
const closeBy = 60

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
  // On touch screens, focusing the field would open a keyboard over half of the conversation.
  const leave = () => ($touch.get() ? feed.scroller.current?.focus({ preventScroll: true }) : onLeave())
  const feed = useFeed(target.key, items, { reachesNewest: later === undefined, onEmptied: leave })
  const topKept = useFocusKept(leave)
  const pillKept = useFocusKept(leave)
  const viewer = useViewer(target, history, feed)
  const arrivals = useArrivals(target, items, feed.atEnd && later === undefined)
  const readStates = useReadStates(target, items)
  const tools = useMessageTools({ target, items, feed, writable, onCompose })
  const [stop, setStop] = useState<string>()
  const tabStop = items.some((item) => item.key === stop) ? stop : items.at(-1)?.key
  const current = items.find((item) => item.key === tabStop)
  useOffer(current && !deletionOf(current) ? current : undefined, tools.actions, writable)
  const load = useLoadMore(target, history)
  const loadLater = () => void session.push.loadLater(target)

  function toNewest() {
    if (later === undefined) return feed.jump(arrivals.below > 0 ? arrivals.nextJump() : undefined)
    session.push.showNewest(target)
    requestAnimationFrame(() => feed.jump(undefined))
  }

  const begun = more === 'none'
  const empty = items.length === 0
  return (
    <div className={styles.history}>
      <PinnedBar key={target.key} target={target} onJump={tools.jump} />
      <section
        ref={feed.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={regionLabel(name)}
        data-region="history"
        className={`scroller ${styles.scroller}`}
        onScroll={() => {
          feed.onScroll()
          // In the next task: the virtualizer must process this scroll event before items are added above.
          if (more !== 'failed' && feed.nearStart()) requestAnimationFrame(load)
          if (later === 'more' && feed.nearEnd()) requestAnimationFrame(loadLater)
        }}
        onWheel={feed.onHand}
        onTouchMove={feed.onHand}
        onPointerDown={feed.onHand}
        onKeyDown={(event) => {
          feed.onHand()
          if (event.key === 'Escape') onLeave()
        }}
      >
        <div className={styles.column}>
          <div ref={feed.top} className={styles.head}>
            <div className={styles.top} {...topKept}>
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
            </div>
            {!empty && began && (
              <Suspense fallback={null}>
                <PhoneNext />
              </Suspense>
            )}
          </div>
          {empty && begun && <NoMessages target={target} name={name} />}
          {!empty && (
            <ShowPicture value={viewer.show}>
              <div
                role="feed"
                aria-label={t.feed}
                aria-busy={more === 'loading'}
                className={styles.feed}
                style={{ blockSize: feed.height }}
                {...tools.menuProps}
                onKeyDown={(event) => moveFocus(event, items, feed.focusItem)}
                onFocus={(event) => {
                  const { key } = event.target.closest<HTMLElement>('[data-key]')?.dataset ?? {}
                  setStop(key)
                  feed.onFocus(key)
                }}
                onBlur={feed.onBlur}
              >
                <div className={styles.places}>
                  {feed.shown.map(({ index, key, start }) => {
                    const item = items[index]
                    if (!item) return null
                    const after = items[index + 1]
                    const last = index === items.length - 1
                    return (
                      <div
                        key={key}
                        ref={feed.measure}
                        data-index={index}
                        className={styles.place}
                        style={{ insetBlockStart: start }}
                      >
                        <PushItem
                          item={item}
                          name={name}
                          now={last ? now : today}
                          last={last}
                          close={after?.side === item.side && !after.timeBar && after.push.created - item.push.created < closeBy}
                          firstNew={arrivals.firstNew === item.key}
                          deletion={deletionOf(item)}
                          writable={writable}
                          found={tools.found === item.key}
                          tabStop={item.key === tabStop}
                          position={index + 1}
                          size={begun && later === undefined ? items.length : -1}
                          actions={tools.actions}
                          fresh={arrivals.isFresh(item)}
                          narrow={feed.narrow}
                          readState={readStates.of(item)}
                          lastOfState={readStates.isLast(item)}
                        />
                      </div>
                    )
                  })}
                </div>
              </div>
            </ShowPicture>
          )}
          {later !== undefined && (
            <div className={styles.top}>
              {later === 'failed' && (
                <p className={styles.failed} role="status">
                  {t.laterFailed}
                </p>
              )}
              <Button kind="quiet" busy={later === 'loading'} onClick={loadLater}>
                {later === 'failed' ? t.retry : t.loadLater}
              </Button>
            </div>
          )}
        </div>
      </section>
      <div className={arrivals.below > 0 || tools.back ? styles.pill : `${styles.pill} ${styles.beside}`} {...pillKept}>
        {tools.back ? (
          <JumpPill onClick={tools.back}>{t.back}</JumpPill>
        ) : (
          (arrivals.below > 0 || feed.far || later !== undefined) && (
            <JumpPill label={t.newest} onClick={toNewest}>
              {arrivals.below > 0 ? t.newMessages(arrivals.below) : undefined}
            </JumpPill>
          )
        )}
      </div>
      {tools.open}
      {viewer.open}
    </div>
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

/** Arrow and Page keys move between the items of a feed. */
function moveFocus(event: KeyboardEvent<HTMLElement>, items: History['items'], focusItem: (index: number) => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof HTMLElement)) return
  const at = items.findIndex((item) => item.key === (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key)
  const last = items.length - 1
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - 1, PageDown: at + 1, Home: 0, End: last }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  focusItem(Math.min(last, Math.max(0, to)))
}
