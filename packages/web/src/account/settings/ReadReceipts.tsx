// Lets the account choose whether people learn that it has read their messages.

import { useStore } from '@nanostores/react'
import { sharesReading } from '@waypost/protocol'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import { i18n } from '../../ui/language.ts'
import styles from './Settings.module.css'

const messages = i18n('read-receipts', {
  title: 'Read marks',
  lead: 'People see whether a message they sent you has arrived and whether you have read it, and you see the same of yours. Switch it off, and neither side sees either. People you block see nothing new.',
  choice: 'Show when I have read messages',
})

/** Whether people see that their messages were delivered and read. */
export function ReadReceipts() {
  const t = useStore(messages)
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  return (
    <Topic title={t.title} lead={t.lead}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          disabled={preferences === undefined}
          checked={sharesReading(preferences)}
          onChange={({ target }) => void session.preferences.set({ read_receipts: target.checked ? undefined : false })}
        />
        <span>{t.choice}</span>
      </label>
    </Topic>
  )
}
