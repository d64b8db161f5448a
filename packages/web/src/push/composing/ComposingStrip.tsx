import { useStore } from '@nanostores/react'
import { Pencil, Reply, X } from 'lucide-react'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { wordsOf } from '../labels.ts'
import styles from './ComposingStrip.module.css'
import type { Composing } from './composing.ts'
import { composingWords } from './en.ts'

const messages = i18n('composing', composingWords)

interface ComposingStripProps {
  composing: Composing
  /** The display name of the target. */
  name: string
  onCancel: () => void
}

/** The message being replied to or edited, with a button that returns to a new message. */
export function ComposingStrip({ composing, name, onCancel }: ComposingStripProps) {
  const t = useStore(messages)
  const { kind, push } = composing
  const isReply = kind === 'reply'
  const heading = isReply ? (push.direction === 'incoming' ? t.reply({ name: push.sender_name ?? name }) : t.replyToSelf) : t.edit
  return (
    <div className={styles.strip}>
      {isReply ? <Reply size={18} aria-hidden="true" /> : <Pencil size={18} aria-hidden="true" />}
      <p className={styles.words}>
        <strong dir="auto">{heading}</strong>
        <span dir="auto">{wordsOf(push)}</span>
      </p>
      <IconButton size="small" label={isReply ? t.cancelReply : t.cancelEdit} onClick={onCancel}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
