// Asks before a person is blocked.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useState } from 'react'
import { nameInWords } from '../format/names.ts'
import type { TargetSection } from '../route.ts'
import { useSession } from '../session/context.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n, params } from '../ui/language.ts'
import { showToast } from '../ui/notices/notices.ts'
import { leave } from './menu-items.tsx'

const messages = i18n('block', {
  title: params('Block {name}?'),
  chat: params(
    '{name} cannot send you anything any more, and your chat with {name} is deleted from your list. You can unblock them later.',
  ),
  noChat: params('{name} cannot send you anything any more. You can unblock them later.'),
  block: 'Block',
  cancel: 'Cancel',
  done: params('{name} is blocked.'),
})

/** The confirmation of blocking a person. It says what happens to the chat. */
export function BlockDialog({ target, section, onClose }: { target: Target; section: TargetSection; onClose: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const name = nameInWords(target)

  async function block() {
    setBusy(true)
    const blocked = await session.block.add(target.key)
    onClose()
    if (!blocked) return
    leave(section, target.key)
    showToast(t.done({ name }))
  }

  return (
    <Dialog
      alert
      title={t.title({ name })}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <Button data-first="" onClick={onClose}>
            {t.cancel}
          </Button>
          {/* Ignore the second half of a double press in the menu. */}
          <Button kind="danger" busy={busy} onClick={(event) => event.detail < 2 && void block()}>
            {t.block}
          </Button>
        </>
      }
    >
      <p>{target.type === 'chat' ? t.chat({ name }) : t.noChat({ name })}</p>
    </Dialog>
  )
}
