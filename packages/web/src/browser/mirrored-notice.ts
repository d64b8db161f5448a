/** A system notification that reports when the person dismisses it. */
interface MirroredNotice {
  /** A notification replaces an earlier one with the same tag. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  onClick(): void
  /** The person closed it; not called when this program does. */
  onDismiss(): void
}

/** Shows a system notification if permission was granted before. Returns a function that closes it. */
export function notifyMirrored({ tag, title, body, icon, onClick, onDismiss }: MirroredNotice): () => void {
  if (typeof Notification !== 'function' || Notification.permission !== 'granted') return () => {}
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
