import { atom, onMount, type ReadableAtom } from 'nanostores'

// Whether this browser may show notifications of the system. Part of the door that is `browser.ts`.

/** `missing`: this browser has none; `insecure`: it has them over https only. */
export type NotificationsAllowed = NotificationPermission | 'missing' | 'insecure'

/** Whether notifications are allowed here, also when that changes in the settings of the browser. */
export const $notificationsAllowed: ReadableAtom<NotificationsAllowed> = allowed()

function allowed(): ReadableAtom<NotificationsAllowed> {
  const store = atom(look())
  onMount(store, () => {
    const again = () => store.set(look())
    again()
    // A person who comes back from the settings of the browser brings the focus along.
    addEventListener('focus', again)
    let status: PermissionStatus | undefined
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found
        status.onchange = again
      },
      // Some browsers do not know the name.
      () => {},
    )
    return () => {
      removeEventListener('focus', again)
      if (status) status.onchange = null
    }
  })
  return store
}

/** Has the browser ask for leave to show notifications. Only ever on a press. */
export async function askForNotifications(): Promise<NotificationsAllowed> {
  if (look() !== 'default') return look()
  await Notification.requestPermission()
  return look()
}

function look(): NotificationsAllowed {
  if (globalThis.isSecureContext === false) return 'insecure'
  return typeof Notification === 'function' ? Notification.permission : 'missing'
}
