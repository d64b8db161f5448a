import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useState } from 'react'
import { nameInWords } from '../format/names.ts'
import type { TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { showToast } from '../ui/feedback/feedback.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import { leave } from './menu-items.tsx'

const blockMessages = i18n('block', {
  title: params('Block {name}?'),
  chat: params(
    '{name} cannot send you anything any more, and your chat with {name} is deleted from your list. You can unblock them later.',
  ),
  noChat: params('{name} cannot send you anything any more. You can unblock them later.'),
  block: 'Block',
  cancel: 'Cancel',
  done: params('{name} is blocked.'),
})

const clearMessages = i18n('clear-conversation', {
  title: 'Clear this conversation?',
  own: "Every message in it is deleted, on all your devices. You can't undo this.",
  person: params(
    "Your copy of every message with {name} is deleted, on all your devices. {name} keeps theirs. You can't undo this.",
  ),
  channel: params(
    "Your copy of every message of {name} is deleted, on all your devices. Others keep theirs. You can't undo this.",
  ),
  clear: 'Clear',
  done: 'The conversation is being cleared.',
})

export interface AskedDialogProps {
  /** The question: whether to block the target, or to clear its conversation. */
  asking: 'block' | 'clear'
  target: Target
  section: TargetSection
  onClose: () => void
}

/** Asks before a target is blocked or its conversation cleared, and says what becomes of the chat or of the copies of others. */
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
