// Asks for the permission to show system notifications, and shows them.

import { atom, onMount, type ReadableAtom } from 'nanostores'

/** `missing`: this browser has no notifications; `insecure`: it has them over https only. */
type NotificationsAllowed = NotificationPermission | 'missing' | 'insecure'

/** The permission for notifications, also when it changes in the browser's settings. */
export const $notificationsAllowed: ReadableAtom<NotificationsAllowed> = allowed()

function allowed(): ReadableAtom<NotificationsAllowed> {
  const store = atom(readPermission())
  onMount(store, () => {
    const again = () => store.set(readPermission())
    again()
    // Coming back from the browser's settings focuses the window.
    addEventListener('focus', again)
    let status: PermissionStatus | undefined
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found
        status.onchange = again
      },
      // Some browsers do not know this permission.
      () => {},
    )
    return () => {
      removeEventListener('focus', again)
      if (status) status.onchange = null
    }
  })
  return store
}

/** Shows the browser's permission prompt. Call it on a press only. */
export async function askForNotifications(): Promise<NotificationsAllowed> {
  if (readPermission() !== 'default') return readPermission()
  await Notification.requestPermission()
  return readPermission()
}

function readPermission(): NotificationsAllowed {
  if (globalThis.isSecureContext === false) return 'insecure'
  return typeof Notification === 'function' ? Notification.permission : 'missing'
}

interface SystemNotice {
  /** A notification replaces an earlier one with the same tag. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  onClick(): void
  /** The person closed it; not called when this program does. */
  onDismiss?: (() => void) | null
}

/** Shows a system notification if permission was granted before. Returns a function that closes it. */
export function notify({ tag, title, body, icon, onClick, onDismiss = null }: SystemNotice): () => void {
  if (readPermission() !== 'granted') return () => {}
  try {
    const shown = new Notification(title, { tag, body, ...(icon && { icon }) })
    const close = () => {
      shown.onclose = null
      shown.close()
    }
    shown.onclose = onDismiss
    shown.onclick = () => {
      window.focus()
      onClick()
      close()
    }
    return close
  } catch {
    // Some phones show notifications only through a service worker.
    return () => {}
  }
}
