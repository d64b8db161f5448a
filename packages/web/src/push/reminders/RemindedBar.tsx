import { useStore } from '@nanostores/react'
import { isIn, type Target } from '@waypost/client'
import type { Push } from '@waypost/protocol'
import { BellRing, Check } from 'lucide-react'
import { useSession } from '../../session/context.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import bar from '../history/PinnedBar.module.css'
import { wordsOf } from '../labels.ts'
import lines from '../TwoLines.module.css'
import { remindedBar } from './en.ts'

const messages = i18n('reminded-bar', remindedBar)

/** The first due reminder of a conversation: a click goes to its message, and marks it as read. */
export function RemindedBar({ target, onJump }: { target: Target; onJump: (push: Push) => void }) {
  const t = useStore(messages)
  const session = useSession()
  const back = [...useStore(session.push.$back).values()].filter((push) => isIn(target, push))
  const [push, ...others] = back.sort((one, other) => (one.reminded ?? 0) - (other.reminded ?? 0))
  if (!push) return null
  const done = () => void session.push.dismiss(push.iden)
  return (
    <div className={bar.bar}>
      <button
        type="button"
        className={bar.message}
        onClick={() => {
          onJump(push)
          done()
        }}
      >
        <BellRing size={16} aria-hidden="true" />
        <span className={lines.two}>
          <strong>{others.length === 0 ? t.one : t.more({ count: others.length })}</strong>
          <span dir="auto">{wordsOf(push)}</span>
        </span>
      </button>
      <IconButton size="small" label={t.done} onClick={done}>
        <Check size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
