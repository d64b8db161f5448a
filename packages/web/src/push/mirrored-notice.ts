/** A notification of the system that is heard of again when the person closes it. */
interface MirroredNotice {
  /** A second one of the same tag takes the place of the first. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  onClick(): void
  /** The person closed it, rather than this program. */
  onDismiss(): void
}

/** Shows one where that was allowed before; nobody is asked. The answer closes it, and `onDismiss` is not told of that. */
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
