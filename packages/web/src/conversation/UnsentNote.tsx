import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { UpgradeLink } from '../page/UpgradeLink.tsx'
import { BubbleNote, BubbleTrouble, NoteButton } from '../ui/cards/Bubble.tsx'
import { i18n } from '../ui/language.ts'
import { unsentNote } from './en.ts'
import { DiscardButton, MessageReason } from './MessageItem.tsx'

const messages = i18n('unsent-note', unsentNote)

interface UnsentNoteProps {
  side: 'in' | 'out'
  state: 'waiting' | 'failed'
  children: ReactNode
  onRetry?: (() => void) | false
  onDiscard?: (() => void) | false
  /** Why it is waiting or failed. */
  reason?: ReactNode
  /** Whether Pro would help. */
  upgrade?: boolean | undefined
}

/** Says that a message is waiting or has failed, why, and what can be done about it. */
export function UnsentNote({ side, state, children, onRetry, onDiscard, reason, upgrade }: UnsentNoteProps) {
  const t = useStore(messages)
  const failed = state === 'failed'
  return (
    <>
      <BubbleNote side={side}>
        {failed ? <BubbleTrouble>{children}</BubbleTrouble> : children}
        {onRetry && <NoteButton onClick={onRetry}>{t.retry}</NoteButton>}
        {onDiscard && !failed && <DiscardButton label={t.discard} onClick={onDiscard} />}
        {onDiscard && failed && <NoteButton onClick={onDiscard}>{t.discard}</NoteButton>}
      </BubbleNote>
      {reason && (
        <MessageReason tone={state}>
          {reason}
          {upgrade && <UpgradeLink>{t.upgrade}</UpgradeLink>}
        </MessageReason>
      )}
    </>
  )
}
