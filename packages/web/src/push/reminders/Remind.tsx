import { useStore } from '@nanostores/react'
import type { HistoryItem, Session } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { BellOff, CalendarClock, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { ContextMenu } from '../../ui/inputs/ContextMenu.tsx'
import type { Point } from '../../ui/inputs/use-context-menu.ts'
import { i18n } from '../../ui/language.ts'
import { sendTimeOf } from '../scheduled/send-time.ts'
import { TimeDialog } from '../scheduled/TimeDialog.tsx'
import { sendTimes, sendTimeText } from '../scheduled/times.ts'
import { remindWords } from './en.ts'

const messages = i18n('remind', remindWords)

/** @param at in milliseconds by the local clock; undefined removes the reminder */
function remind(session: Session, { iden }: Push, at: number | undefined): void {
  const t = messages.get()
  session.push.remind(iden, at === undefined ? undefined : (at + session.$clockAhead.get()) / 1_000)
  showToast(at === undefined ? t.removed : t.set({ time: sendTimeOf(at, $now.get()) }))
}

/** In milliseconds by the local clock. */
function timeOf(session: Session, { remind_at }: Push): number | undefined {
  return remind_at === undefined ? undefined : remind_at * 1_000 - session.$clockAhead.get()
}

interface RemindProps {
  item: HistoryItem
  /** The element the menu belongs to, which gets the focus back. */
  owner: HTMLElement
  at: Point
  onClose: () => void
}

/** A menu of times for a reminder, with a dialog for any other time. An existing reminder can be removed. */
export function Remind({ item: { push }, owner, at, onClose }: RemindProps) {
  const t = useStore(messages)
  const session = useSession()
  const [choosing, setChoosing] = useState(false)
  const isChoosing = useRef(false)
  const now = $now.get()
  const own = timeOf(session, push)
  const choose = (time: number | undefined) => remind(session, push, time)

  function openDialog() {
    isChoosing.current = true
    setChoosing(true)
  }

  if (choosing)
    return (
      <TimeDialog
        title={t.title}
        submit={t.title}
        {...(own !== undefined && { at: own })}
        onClose={onClose}
        onChoose={(time) => {
          onClose()
          choose(time)
        }}
      />
    )
  const icon = (Icon: typeof Clock) => <Icon size={18} aria-hidden="true" />
  return (
    <ContextMenu
      label={t.title}
      at={at}
      owner={owner}
      // A menu closes before it runs the chosen action.
      onClose={() => queueMicrotask(() => isChoosing.current || onClose())}
      items={[
        ...sendTimes(now).map((time) => ({
          label: sendTimeText(time),
          icon: icon(Clock),
          onSelect: () => choose(time.at),
        })),
        { label: t.other, icon: icon(CalendarClock), onSelect: openDialog },
        ...(own === undefined
          ? []
          : [
              {
                label: t.remove({ time: sendTimeOf(own, now) }),
                icon: icon(BellOff),
                onSelect: () => choose(undefined),
              },
            ]),
      ]}
    />
  )
}
