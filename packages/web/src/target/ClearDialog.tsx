// Asks before all pushes of a conversation are deleted.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useState } from 'react'
import { nameInWords } from '../format/names.ts'
import { useSession } from '../session/context.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import { showToast } from '../ui/notices/notices.ts'

const messages = i18n('clear-conversation', {
  title: 'Clear this conversation?',
  own: "Every message in it is deleted, on all your devices. You can't undo this.",
  person: params(
    "Your copy of every message with {name} is deleted, on all your devices. {name} keeps theirs. You can't undo this.",
  ),
  channel: params(
    "Your copy of every message of {name} is deleted, on all your devices. Others keep theirs. You can't undo this.",
  ),
  clear: 'Clear',
  cancel: 'Cancel',
  done: 'The conversation is being cleared.',
})

/** The confirmation of clearing a conversation. It says whose copies are kept. */
export function ClearDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const name = nameInWords(target)
  const { type } = target
  const own = type === 'me' || type === 'device'
  const person = type === 'chat' || type === 'email'

  async function clear() {
    setBusy(true)
    const taken = await session.push.clear(target)
    onClose()
    if (taken) showToast(t.done)
  }

  return (
    <Dialog
      alert
      title={t.title}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button data-first="" onClick={onClose}>
            {t.cancel}
          </Button>
          {/* Ignore the second half of a double press in the menu. */}
          <Button kind="danger" busy={busy} onClick={(event) => event.detail < 2 && void clear()}>
            {t.clear}
          </Button>
        </>
      }
    >
      <p>{own ? t.own : person ? t.person({ name }) : t.channel({ name })}</p>
    </Dialog>
  )
}
