import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { nameInWords } from '../../format/names.ts'
import { useSession } from '../../session/context.ts'
import { showToast } from '../../ui/feedback/feedback.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import styles from './BlockedBar.module.css'
import { blockedBar } from './en.ts'

const messages = i18n('blocked-bar', blockedBar)

/** Replaces the form of a conversation with a blocked person, with a button to unblock. */
export function BlockedBar({ target, block }: { target: Target; block: string }) {
  const t = useStore(messages)
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const name = nameInWords(target)

  async function unblock() {
    setBusy(true)
    const lifted = await session.block.remove(block)
    setBusy(false)
    if (lifted) showToast(t.unblocked({ name }))
  }

  return (
    <div className={styles.notice} role="status">
      <Ban size={18} aria-hidden="true" />
      <p className={styles.words}>{t.blocked({ name })}</p>
      <Button busy={busy} onClick={() => void unblock()}>
        {t.unblock}
      </Button>
    </div>
  )
}
