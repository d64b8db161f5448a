import { useEffect, useState } from 'preact/hooks'
import { canTellLocked, lockedPermissions } from '../browser/locked.ts'
import { askForPermissions } from '../browser/permissions.ts'
import { ask } from '../messages.ts'
import { isQuietByHand } from '../settings/quiet.ts'
import { hourOf } from '../ui/times.ts'
import { Check } from './Check.tsx'
import styles from './Fieldset.module.css'
import { usePermissions } from './NoticesFieldset.tsx'
import { useSettings } from './use-settings.ts'

/** Milliseconds between checks whether it is still quiet. */
const looksEvery = 5_000

/** When this browser shows no notifications. */
export function QuietFieldset({ origin }: { origin: string }) {
  const [settings, set] = useSettings()
  const mayTell = usePermissions(lockedPermissions)
  const now = useNow()
  if (!settings) return null
  const isQuiet = isQuietByHand(settings, now)
  const until = hourOf(settings.quietUntil)

  /** The permission comes first: browsers only accept the request during the click. */
  async function setWhileLocked(on: boolean): Promise<void> {
    if (!on || (await askForPermissions(lockedPermissions))) set({ quietWhileLocked: on })
  }

  return (
    <fieldset class={styles.fieldset}>
      <legend>Quiet</legend>
      <p>While it’s quiet, no notifications are shown and no links open automatically. You’re notified afterwards.</p>
      <div class={styles.row}>
        <p role="status">{isQuiet ? `Quiet until ${until}.` : 'Not quiet now.'}</p>
        <button type="button" class={styles.button} onClick={() => void ask({ kind: 'quiet', on: !isQuiet })}>
          {isQuiet ? 'End quiet now' : 'Quiet for an hour'}
        </button>
      </div>
      {canTellLocked && (
        <Check
          checked={settings.quietWhileLocked && mayTell}
          onChange={(on) => void setWhileLocked(on)}
          hint="Your browser asks whether Waypost may know when you’re away."
        >
          Quiet while the screen is locked
        </Check>
      )}
      <p class={styles.hint}>
        Your quiet hours hold here too.{' '}
        <a href={`${origin}/#settings/notifications`} target="_blank" rel="noreferrer">
          Change them in Waypost
        </a>
      </p>
    </fieldset>
  )
}

/** In milliseconds. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), looksEvery)
    return () => clearInterval(timer)
  }, [])
  return now
}
