import { useEffect, useState } from 'preact/hooks'
import { copyPermissions } from '../browser/clipboard.ts'
import { isFirefox } from '../browser/extension.ts'
import { askForPermissions, hasPermissions, onPermissions, returnPermissions } from '../browser/permissions.ts'
import { Check } from './Check.tsx'
import styles from './Fieldset.module.css'
import { useSettings } from './use-settings.ts'

/** What this browser notifies of, and how. */
export function NoticesFieldset() {
  const [settings, set] = useSettings()
  const canCopy = usePermissions(copyPermissions)
  if (!settings) return null
  const { notifyOfMessages, notifyOfPhones, notifyOfTexts, silentNotices, closingDismisses } = settings
  return (
    <fieldset class={styles.fieldset}>
      <legend>Notifications</legend>
      <Check
        checked={notifyOfMessages}
        onChange={(on) => set({ notifyOfMessages: on })}
        hint="Except conversations you’ve muted."
      >
        Messages
      </Check>
      <Check checked={notifyOfTexts} onChange={(on) => set({ notifyOfTexts: on })}>
        Texts your phone receives
      </Check>
      <Check
        checked={notifyOfPhones}
        onChange={(on) => set({ notifyOfPhones: on })}
        hint="Except apps you’ve muted in Waypost, under your phone’s notifications."
      >
        Notifications from your phone
      </Check>
      <Check
        checked={closingDismisses}
        onChange={(on) => set({ closingDismisses: on })}
        hint="It goes away on your other devices and your phone. Otherwise, only opening it does that."
      >
        When I close a notification, dismiss it everywhere
      </Check>
      {!isFirefox && (
        <Check checked={silentNotices} onChange={(on) => set({ silentNotices: on })}>
          Without a sound
        </Check>
      )}
      <Check
        checked={canCopy}
        onChange={(on) => void (on ? askForPermissions(copyPermissions) : returnPermissions(copyPermissions))}
        hint="A notification with a code, such as 424242, offers to copy it. Your browser asks whether Waypost may write to the clipboard."
      >
        Copy codes with one click
      </Check>
    </fieldset>
  )
}

/** Whether the extension has optional permissions; follows changes. */
export function usePermissions(permissions: Parameters<typeof hasPermissions>[0]): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const read = () => void hasPermissions(permissions).then(setHas)
    read()
    return onPermissions(read)
  }, [permissions])
  return has
}
