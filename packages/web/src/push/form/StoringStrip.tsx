import { useStore } from '@nanostores/react'
import { conversationOfTarget, type Target } from '@waypost/client'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import { storingFiles } from './en.ts'
import styles from './StoringStrip.module.css'

const messages = i18n('storing-files', storingFiles)

/** The files being stored in this browser on their way into a conversation. Shown after a delay, since most take no time. */
export function StoringStrip({ target }: { target: Target }) {
  const t = useStore(messages)
  const conversation = target.type === 'device' ? 'self' : conversationOfTarget(target)
  const files = useStore(useSession().push.$storing).filter((file) => file.conversation === conversation)
  const [first] = files
  if (!first) return null
  return (
    <p className={styles.strip} role="status" dir="auto">
      {files.length === 1 ? t.one({ name: first.name }) : t.many(files.length)}
    </p>
  )
}
