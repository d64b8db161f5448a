import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../session/context.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { wordsOf } from '../labels.ts'
import lines from '../TwoLines.module.css'
import { pinnedBar } from './en.ts'
import styles from './PinnedBar.module.css'

const messages = i18n('pinned-bar', pinnedBar)

/** The pinned messages of a conversation, one at a time: a click goes to the current one and shows the next. */
export function PinnedBar({ target, onJump }: { target: Target; onJump: (push: Push) => void }) {
  const t = useStore(messages)
  const session = useSession()
  const pinned = useStore(session.push.pinned(target))
  const [turn, setTurn] = useState(0)
  const index = turn % Math.max(1, pinned.length)
  const push = pinned[index]
  if (!push) return null
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.message}
        onClick={() => {
          onJump(push)
          setTurn(index + 1)
        }}
      >
        <Pin size={16} aria-hidden="true" />
        <span className={lines.two}>
          <strong>{pinned.length > 1 ? t.many({ number: index + 1, total: pinned.length }) : t.one}</strong>
          <span dir="auto">{wordsOf(push)}</span>
        </span>
      </button>
      <IconButton size="small" label={t.unpin} onClick={() => void session.push.pin(push.iden, false)}>
        <PinOff size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
