// Draws the end of a message's last line: whether it is pinned, its device, whether it was edited, its time, and how far it has got.

import { useStore } from '@nanostores/react'
import type { HistoryItem } from '@waypost/client'
import { Clock, Pin, Smartphone } from 'lucide-react'
import { $now } from '../../browser/clock.ts'
import { ExactTime } from '../../conversation/ExactTime.tsx'
import { useSession } from '../../session/context.ts'
import { BubbleTail } from '../../ui/cards/Bubble.tsx'
import { i18n } from '../../ui/language.ts'
import { ReadMark, type ReadState, SeenAt } from '../read-marks/ReadMark.tsx'
import { sendTimeOf } from '../scheduled/send-time.ts'
import { itemMarks } from './en.ts'

const messages = i18n('item-marks', itemMarks)

interface PushTailProps {
  item: HistoryItem
  /** Whether it shows its time. */
  timed: boolean
  /** Whether its time is a Tab stop. */
  reachable: boolean
  readState: ReadState | undefined
  /** In seconds. */
  seenAt: number | undefined
  /** Whether screen readers read the state out. */
  spoken: boolean
}

/** Whether a message has anything to show at its end. */
export const hasTail = ({
  item: { push, side },
  timed,
  readState,
}: Pick<PushTailProps, 'item' | 'timed' | 'readState'>): boolean =>
  timed ||
  readState !== undefined ||
  push.pinned !== undefined ||
  push.edited !== undefined ||
  push.remind_at !== undefined ||
  (side === 'out' && push.source_device_iden !== undefined)

/** The marks and the time of a message; as a chip over a picture. */
export function PushTail({
  item: { push, side },
  timed,
  reachable,
  readState,
  seenAt,
  spoken,
  chip = false,
}: PushTailProps & { chip?: boolean }) {
  const t = useStore(messages)
  return (
    <BubbleTail chip={chip}>
      {push.pinned !== undefined && <Pin size={12} role="img" aria-label={t.pinned} />}
      {side === 'out' && push.source_device_iden !== undefined && <Source iden={push.source_device_iden} />}
      {push.remind_at !== undefined && <ReminderTime at={push.remind_at * 1_000} />}
      {push.edited !== undefined && <span>{t.edited}</span>}
      {timed && (
        <ExactTime
          then={push.created * 1_000}
          reachable={reachable}
          after={
            readState === 'seen' && (
              <>
                {' · '}
                <SeenAt at={seenAt} />
              </>
            )
          }
        />
      )}
      {readState && <ReadMark state={readState} spoken={spoken} />}
    </BubbleTail>
  )
}

/** In milliseconds since 1970. */
function ReminderTime({ at }: { at: number }) {
  const t = useStore(messages)
  const time = sendTimeOf(at, useStore($now))
  return (
    <>
      <Clock size={12} aria-hidden="true" />
      <span className="hidden-words">{t.reminder({ time })}</span>
      <span aria-hidden="true">{time}</span>
    </>
  )
}

/** The device that sent a message. */
function Source({ iden }: { iden: string }) {
  const t = useStore(messages)
  const { entries } = useStore(useSession().mirror.of('devices'))
  const device = entries.get(iden)?.nickname
  if (!device) return null
  const from = t.from({ device })
  return (
    <span title={from}>
      <Smartphone size={12} role="img" aria-label={from} />
    </span>
  )
}
