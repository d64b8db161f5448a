import { useStore } from '@nanostores/react'
import { openAlbums, platform, type Target } from '@waypost/client'
import { type Filter, type Narrowed, type NarrowedHistory, openNarrowed } from '@waypost/client/search/narrowed'
import type { Push } from '@waypost/protocol'
import { atom } from 'nanostores'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from '../../conversation/Conversation.module.css'
import { NewestPill } from '../../conversation/ConversationFeed.tsx'
import { useFollowedEnd } from '../../conversation/followed-end.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { estimate } from '../history/estimate.ts'
import { useMessageTools } from '../history/message-tools.tsx'
import { LoadFailed, LoadingOutline } from '../history/NoMessages.tsx'
import { ShownPushes } from '../history/ShownPushes.tsx'
import { useServerTime } from '../history/server-time.ts'
import { useViewer } from '../history/viewer.tsx'
import { itemActions } from '../item/actions.ts'
import { useDeletions, useWithDeleted } from '../item/undo-delete.ts'
import { narrowedMessages } from './en.ts'
import { nothingOf } from './filters.ts'

const messages = i18n('narrowed-messages', narrowedMessages)

const $nothing = atom<NarrowedHistory>({ items: [], state: 'loading' })

interface NarrowedMessagesProps {
  target: Target
  /** The display name of the target. */
  name: string
  filter: Filter
  /** Whether the conversation has a form. */
  writable: boolean
  /** Shows a message within the whole conversation. */
  onShow: (push: Push) => void
  /** Shows all messages again. */
  onEnd: () => void
  /** Called when the form starts replying or editing. */
  onCompose: () => void
}

/** The messages that match a filter. Give it a `key`: it must be remounted for another filter. */
export function NarrowedMessages({ target, name, filter, writable, onShow, onEnd, onCompose }: NarrowedMessagesProps) {
  const t = useStore(messages)
  const session = useSession()
  const { history, load } = useNarrowed(target, filter)
  const { state } = history
  const deleted = useDeletions(itemActions(session).deletes, history.items)
  const pushes = useWithDeleted(target, history.items, deleted)
  const [joined] = useState(openAlbums)
  const items = useMemo(() => joined(pushes, ({ push }) => deleted.has(push.iden)), [joined, pushes, deleted])
  const { today } = useServerTime()
  const end = useFollowedEnd(items, { estimate, onLeave: onEnd })
  const viewer = useViewer(items, state === 'more' || state === 'loading' ? state : 'none', end, load)
  const tools = useMessageTools({ target, items, end, writable, onCompose, onShow })
  useEndAfterSending(target, onEnd)
  const empty = items.length === 0
  return (
    <ShownPushes
      {...{ name, items, end, tools, viewer }}
      isAlone={() => false}
      now={today}
      busy={state === 'loading'}
      top={<Top state={state} empty={empty} onLoad={load} />}
      empty={
        state === 'loading' ? (
          <LoadingOutline />
        ) : (
          state === 'done' && (
            <div className={styles.empty}>
              <EmptyState drawing="conversation" title={nothingOf(filter)} />
            </div>
          )
        )
      }
      propsOf={(item) => ({
        now: today,
        last: false,
        newCount: 0,
        deletion: deleted.get(item.push.iden),
        folded: 1,
        size: state === 'done' ? items.length : -1,
        fresh: false,
        readState: undefined,
        seenAt: undefined,
        lastOfState: false,
      })}
      pill={end.far && <NewestPill below={0} label={t.newest} onClick={() => end.jump(undefined)} />}
      smallPill
      onNearStart={state === 'more' ? load : undefined}
      onLeave={onEnd}
    />
  )
}

function Top({ state, empty, onLoad }: { state: NarrowedHistory['state']; empty: boolean; onLoad: () => void }) {
  const t = useStore(messages)
  if (state === 'failed') return <LoadFailed words={t.failed} onRetry={onLoad} />
  if (state === 'offline') return <LoadFailed words={t.offline} />
  if (state === 'done' || empty) return null
  return (
    <Button kind="quiet" busy={state === 'loading'} onClick={onLoad}>
      {t.loadMore}
    </Button>
  )
}

/** The number of messages is announced. */
function useNarrowed(target: Target, filter: Filter) {
  const session = useSession()
  const [narrowed, setNarrowed] = useState<Narrowed>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  useEffect(() => {
    const opened = openNarrowed(session, target, filter, platform)
    setNarrowed(opened)
    return opened.close
  }, [session, target.key, filter])
  const history = useStore(narrowed?.$history ?? $nothing)
  const loading = history.state === 'loading'
  const shown = history.items.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: when something has been loaded
  useEffect(() => {
    if (!loading) say(shown === 0 ? nothingOf(filter) : messages.get().shown(shown))
  }, [loading])
  return { history, load: () => void narrowed?.loadMore() }
}

/** Ends the filter when the user sends something, to show it among all messages. */
function useEndAfterSending(target: Target, onEnd: () => void): void {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const { items } = useStore(useMemo(() => session.push.history(target), [session, target.key]))
  const unsent = items.filter(({ state }) => state !== 'settled').map(({ key }) => key)
  const [before] = useState(() => new Set(unsent))
  const sent = unsent.some((key) => !before.has(key))
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (sent) latest.current()
  }, [sent])
}
