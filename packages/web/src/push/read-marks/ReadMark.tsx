import { useStore } from '@nanostores/react'
import type { HistoryItem, Target } from '@waypost/client'
import { Check, CheckCheck } from 'lucide-react'
import { useMemo } from 'react'
import { hourOf } from '../../format/time.ts'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import { readMark } from './en.ts'
import styles from './ReadMark.module.css'
import { reportedOf } from './reported.ts'

const messages = i18n('read-mark', readMark)

/** How far a message to a person has got: the server has it, a session of theirs has it, they have read it. */
export type ReadState = 'sent' | 'delivered' | 'seen'

interface ReadMarkProps {
  state: ReadState
  /** Whether screen readers read it out, for the last message of each state: one mark speaks for those before it. */
  spoken: boolean
}

/** The mark of a message, equally wide in every state except the first. */
export function ReadMark({ state, spoken }: ReadMarkProps) {
  const t = useStore(messages)
  const Icon = state === 'sent' ? Check : CheckCheck
  const label = spoken ? { role: 'img', 'aria-label': t[state] } : { 'aria-hidden': true }
  return (
    <span className={styles.mark} data-state={state} title={t[state]} {...label}>
      <Icon size={14} strokeWidth={state === 'seen' ? 2.6 : 2} aria-hidden="true" />
    </span>
  )
}

/** The state in words, below the last message; `seenAt` is in seconds. */
export function ReadWords({ state, seenAt }: { state: Exclude<ReadState, 'sent'>; seenAt: number | undefined }) {
  const t = useStore(messages)
  return state === 'seen' ? <SeenAt at={seenAt} /> : <span>{t.delivered}</span>
}

/** 'Seen 14:06', or just that it was seen. @param at in seconds */
export function SeenAt({ at }: { at: number | undefined }) {
  const t = useStore(messages)
  return <span>{at === undefined ? t.seen : t.seenAt({ time: hourOf(at * 1_000) })}</span>
}

/** The states of the messages of a conversation, kept up to date. */
export function useReadStates(target: Target, items: readonly HistoryItem[]) {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $marks = useMemo(() => session.readMarkers.theirs(target), [session, target.key])
  const marks = useStore($marks)
  return useMemo(() => {
    /** Undefined for messages without a state: those from others, to oneself, to channels, and to addresses without an account. */
    function of({ push, side, state }: HistoryItem): ReadState | undefined {
      if (side !== 'out' || state !== 'settled' || push.direction !== 'outgoing' || push.deleted_by_sender) return undefined
      if (push.receiver_iden === undefined || push.channel_iden !== undefined || push.client_iden !== undefined) return undefined
      if (push.created <= (marks?.readTo ?? 0)) return 'seen'
      return push.created <= (marks?.deliveredTo ?? 0) ? 'delivered' : 'sent'
    }
    const last = new Map<ReadState, string>()
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at] as HistoryItem
      const state = of(item)
      if (state && !last.has(state)) last.set(state, item.key)
      // Messages before a seen one were seen too.
      if (state === 'seen') break
    }
    return {
      propsOf(item: HistoryItem) {
        const readState = of(item)
        return {
          readState,
          /** In seconds; undefined while unknown. */
          seenAt: reportedOf(marks, item.push.created).seen,
          lastOfState: last.get(readState ?? 'sent') === item.key,
        }
      },
    }
  }, [items, marks])
}
