// Shows, in a reply, the message that it replies to.

import { useStore } from '@nanostores/react'
import type { Push } from '@waypost/protocol'
import { useSession } from '../../session/context.ts'
import { i18n, params } from '../../ui/language.ts'
import { wordsOf } from '../labels.ts'
import styles from './Quote.module.css'

const messages = i18n('quote', {
  you: 'You',
  gone: 'A message that was deleted',
  label: params('In reply to {sender}: {words}'),
})

interface QuoteProps {
  iden: string
  /** The displayed name of the target. */
  name: string
  onJump: (push: Push) => void
}

/** The quoted message of a reply; a press goes to it. */
export function Quote({ iden, name, onJump }: QuoteProps) {
  const t = useStore(messages)
  const push = useStore(useSession().push.known(iden))
  if (!push || push.deleted_by_sender) return <p className={`${styles.quote} ${styles.gone}`}>{t.gone}</p>
  const sender = push.direction === 'incoming' ? (push.sender_name ?? name) : t.you
  const words = wordsOf(push)
  return (
    <button type="button" className={styles.quote} aria-label={t.label({ sender, words })} onClick={() => onJump(push)}>
      <strong dir="auto">{sender}</strong>
      <span dir="auto">{words}</span>
    </button>
  )
}
