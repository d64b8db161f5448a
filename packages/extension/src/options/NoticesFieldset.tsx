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
        hint="Not of conversations that you have muted."
      >
        Messages
      </Check>
      <Check checked={notifyOfTexts} onChange={(on) => set({ notifyOfTexts: on })}>
        Texts that your phone receives
      </Check>
      <Check
        checked={notifyOfPhones}
        onChange={(on) => set({ notifyOfPhones: on })}
        hint="Not of apps that you have muted. You mute them in Waypost, where it shows what your phone shows."
      >
        Notifications of your phone
      </Check>
      <Check
        checked={closingDismisses}
        onChange={(on) => set({ closingDismisses: on })}
        hint="It goes away on your other devices, and on your phone. Otherwise only a press on it does that."
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
        Copy codes at one press
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
