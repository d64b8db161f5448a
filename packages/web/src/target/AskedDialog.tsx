import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useState } from 'react'
import { nameInWords } from '../format/names.ts'
import type { TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { blockWords, clearConversation } from './en.ts'
import { leave } from './menu-items.tsx'

const blockMessages = i18n('block', blockWords)

const clearMessages = i18n('clear-conversation', clearConversation)

export interface AskedDialogProps {
  asking: 'block' | 'clear'
  target: Target
  section: TargetSection
  onClose: () => void
}

/** Asks before a target is blocked or its conversation cleared, and explains the consequences. */
export function AskedDialog({ asking, target, section, onClose }: AskedDialogProps) {
  const block = useStore(blockMessages)
  const clear = useStore(clearMessages)
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const { type, key } = target
  const name = nameInWords(target)
  const own = type === 'me' || type === 'device'
  const person = type === 'chat' || type === 'email'
  const question =
    asking === 'block'
      ? { title: block.title({ name }), body: (type === 'chat' ? block.chat : block.noChat)({ name }), answer: block.block }
      : { title: clear.title, body: own ? clear.own : (person ? clear.person : clear.channel)({ name }), answer: clear.clear }

  async function act() {
    setBusy(true)
    const done = asking === 'block' ? await session.block.add(key) : await session.push.clear(target)
    onClose()
    if (!done) return
    if (asking === 'block') leave(section, key)
    showToast(asking === 'block' ? block.done({ name }) : clear.done)
  }

  return (
    <Dialog
      alert
      title={question.title}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button data-first="" onClick={onClose}>
            {block.cancel}
          </Button>
          {/* Ignore the second half of a double press in the menu. */}
          <Button kind="danger" busy={busy} onClick={(event) => event.detail < 2 && void act()}>
            {question.answer}
          </Button>
        </>
      }
    >
      <p>{question.body}</p>
    </Dialog>
  )
}
