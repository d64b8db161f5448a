// Shows at the corner of an own message whether it was sent, delivered or seen.

import { useStore } from '@nanostores/react'
import { Check, CheckCheck } from 'lucide-react'
import { i18n } from '../../ui/language.ts'
import styles from './ReadMark.module.css'

const messages = i18n('read-mark', { sent: 'Sent', delivered: 'Delivered', seen: 'Seen' })

/** How far an own message to a person has got: the server has it, a session of theirs has it, they have read it. */
export type ReadState = 'sent' | 'delivered' | 'seen'

interface ReadMarkProps {
  state: ReadState
  /** Screen readers read it out, for the last message of each state: one mark says it of those before. */
  spoken: boolean
}

/** The mark of a message. It takes no space of its own, so nothing moves when the state changes. */
export function ReadMark({ state, spoken }: ReadMarkProps) {
  const t = useStore(messages)
  const Icon = state === 'sent' ? Check : CheckCheck
  const label = spoken ? { role: 'img', 'aria-label': t[state] } : { 'aria-hidden': true }
  return (
    <span className={styles.mark} data-state={state} title={t[state]} {...label}>
      <Icon size={12} strokeWidth={state === 'seen' ? 3 : 2} aria-hidden="true" />
    </span>
  )
}

/** The state in words, under the last message. */
export function ReadWords({ state }: { state: Exclude<ReadState, 'sent'> }) {
  const t = useStore(messages)
  return <span>{t[state]}</span>
}
