import type { Notice } from '@waypost/client/notices'
import { atom, onMount, type ReadableAtom } from 'nanostores'
import { on } from '../observed.ts'
import { activeRegistration } from './service-worker.ts'
import { closeNotices, closeTag, dataOf, type ShownData, showNotice } from './shown-notices.ts'

/** `missing`: this browser has no notifications; `insecure`: it has them over https only. */
type NotificationsAllowed = NotificationPermission | 'missing' | 'insecure'

/** The notification permission; follows changes in the browser's settings. */
export const $notificationsAllowed: ReadableAtom<NotificationsAllowed> = allowed()

function allowed(): ReadableAtom<NotificationsAllowed> {
  const store = atom(readPermission())
  onMount(store, () => {
    const again = () => store.set(readPermission())
    again()
    // Coming back from the browser's settings focuses the window.
    const stop = on(window, ['focus'], again)
    let status: PermissionStatus | undefined
    void navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found
        status.onchange = again
      },
      // Some browsers don't support querying this permission.
      () => {},
    )
    return () => {
      stop()
      if (status) status.onchange = null
    }
  })
  return store
}

/** Shows the browser's permission prompt. Call it only on a user gesture. */
export async function askForNotifications(): Promise<NotificationsAllowed> {
  if (readPermission() !== 'default') return readPermission()
  await Notification.requestPermission()
  return readPermission()
}

function readPermission(): NotificationsAllowed {
  if (globalThis.isSecureContext === false) return 'insecure'
  return typeof Notification === 'function' ? Notification.permission : 'missing'
}

interface SystemNotice extends Notice {
  onClick(): void
  /** Called when the person closes it, but not when this program does. If missing, closing does nothing. */
  onDismiss?: (() => void) | null
}

/** Shows a system notification if permission has been granted: through the service worker, if there is one, with actions and clicks. */
export function notify(notice: SystemNotice): () => void {
  if (readPermission() !== 'granted') return () => {}
  let isClosed = false
  let close = () => {}
  void activeRegistration().then((registration) => {
    if (!isClosed) close = registration ? notifyThere(registration, notice) : notifyHere(notice)
  })
  return () => {
    isClosed = true
    close()
  }
}

/** Closes the notifications of pushes that the service worker showed. */
export function closeShown(idens: readonly string[]): void {
  void activeRegistration().then((registration) => registration && closeNotices(registration, idens))
}

/** Closes the service worker's notifications for which `isOver` is true. */
export async function closeNoticesIf(isOver: (shown: ShownData) => boolean): Promise<void> {
  const registration = await activeRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const data = dataOf(shown)
    if (data?.messages.every(({ iden }) => iden !== '') && isOver(data)) shown.close()
  }
}

/** Shows a notification that outlives this page. */
function notifyThere(
  shelf: ServiceWorkerRegistration,
  { onClick: _click, onDismiss: _dismiss, ...notice }: SystemNotice,
): () => void {
  const { iden } = notice.data
  void showNotice(shelf, notice)
  return () => void (iden === undefined ? closeTag(shelf, notice.tag) : closeNotices(shelf, [iden]))
}

/** Shows a notification that lives as long as this page. */
function notifyHere({ tag, title, body, icon, silent, data, onClick, onDismiss = null }: SystemNotice): () => void {
  try {
    // Each message has its own tag.
    const own = data.update === undefined ? (data.iden ?? tag) : `${tag} ${data.update}`
    const requireInteraction = data.stays === true
    const shown = new Notification(title, { tag: own, body, silent: silent ?? false, requireInteraction, ...(icon && { icon }) })
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
