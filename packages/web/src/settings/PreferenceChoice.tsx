import { useStore } from '@nanostores/react'
import { useSession } from '../session/context.ts'
import { Row } from '../ui/layout/layout.tsx'
import styles from './Settings.module.css'

interface PreferenceChoiceProps {
  /** A preference that is only stored when switched off. */
  name: 'presence' | 'read_receipts' | 'link_previews' | 'ask_before_files'
  /** The label of the checkbox. */
  choice: string
  describedBy?: string
}

/** A checkbox for a preference, which is saved at once. */
export function PreferenceChoice({ name, choice, describedBy }: PreferenceChoiceProps) {
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  return (
    <Row as="label" gap={3} className={styles.choice}>
      <input
        type="checkbox"
        aria-describedby={describedBy}
        disabled={preferences === undefined}
        checked={preferences?.[name] !== false}
        onChange={({ target }) => void session.preferences.set({ [name]: target.checked ? undefined : false })}
      />
      <span>{choice}</span>
    </Row>
  )
}
