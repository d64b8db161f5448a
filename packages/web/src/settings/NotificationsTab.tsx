import { useStore } from '@nanostores/react'
import { type QuietHours, quietHoursPreference, readQuietHours } from '@waypost/protocol'
import { useState } from 'react'
import { ReachHere } from '../page/app/ReachHere.tsx'
import { usable, usualHours } from '../page/topics/quiet-hours/hours.ts'
import { QuietHoursFields } from '../page/topics/quiet-hours/QuietHoursFields.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { notificationSettings } from './en.ts'
import { MutedApps } from './MutedApps.tsx'
import styles from './Settings.module.css'

const messages = i18n('notification-settings', notificationSettings)

/** Whether this browser notifies, the quiet hours of all devices, and the phone apps that are muted. */
export function NotificationsTab() {
  const t = useStore(messages)
  return (
    <Stack gap={4}>
      <Topic title={t.here}>
        <ReachHere />
      </Topic>
      <QuietHoursTopic />
      <MutedApps />
    </Stack>
  )
}

function QuietHoursTopic() {
  const t = useStore(messages)
  const session = useSession()
  const preferences = useStore(session.preferences.$all)
  const stored = readQuietHours(preferences?.[quietHoursPreference])
  const [edited, setEdited] = useState<QuietHours>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState('')
  const hours = edited ?? stored
  const edit = (changed: QuietHours) => {
    setEdited(changed)
    setDone('')
  }

  async function save() {
    if (!edited || busy) return
    setBusy(true)
    const saved = await session.preferences.set({ [quietHoursPreference]: usable(edited) })
    setBusy(false)
    if (!saved) return
    setEdited(undefined)
    setDone(t.saved)
    say(t.saved)
  }

  return (
    <Topic title={t.quiet} lead={t.lead}>
      <Row as="label" gap={3} className={styles.choice}>
        <input
          type="checkbox"
          disabled={preferences === undefined}
          checked={hours?.on ?? false}
          onChange={({ target }) => edit({ ...(hours ?? usualHours()), on: target.checked })}
        />
        <span>{t.on}</span>
      </Row>
      {hours?.on && <QuietHoursFields value={hours} onChange={edit} />}
      {(edited !== undefined || done !== '') && (
        <Row gap={2} wrap className={topic.actions}>
          <Button kind="primary" busy={busy} unavailable={edited === undefined} onClick={() => void save()}>
            {t.save}
          </Button>
          {edited && !busy && <span className={topic.lead}>{t.unsaved}</span>}
          <span className={topic.done}>{done}</span>
        </Row>
      )}
    </Topic>
  )
}
