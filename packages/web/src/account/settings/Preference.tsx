// Shows a preference of the account that is on unless it was switched off.

import { useStore } from '@nanostores/react'
import { Topic } from '../../page/topics/Topic.tsx'
import { useSession } from '../../session/context.ts'
import styles from './Settings.module.css'

interface PreferenceProps {
  name: 'read_receipts' | 'link_previews'
  title: string
  lead: string
  /** What the checkbox says. */
  choice: string
}

/** A topic with one checkbox, which is saved at once. */
export function Preference({ name, title, lead, choice }: PreferenceProps) {
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  return (
    <Topic title={title} lead={lead}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          disabled={preferences === undefined}
          checked={preferences?.[name] !== false}
          onChange={({ target }) => void session.preferences.set({ [name]: target.checked ? undefined : false })}
        />
        <span>{choice}</span>
      </label>
    </Topic>
  )
}
