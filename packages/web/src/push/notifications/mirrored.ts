// Shows the notifications of the account's phones in this browser, and dismisses them on both sides.

import type { Ephemeral, Session } from '@waypost/client'
import { Refusal } from '@waypost/protocol'
import { notify } from '../../browser/app/notifications.ts'
import { browserTabs } from '../../browser/tabs.ts'
import { open } from '../../route.ts'
import { isDismissed, mirroredNotice } from './mirrored-notice.ts'

/** The maximum number of tracked notifications; older ones stay until the user closes them. */
const maxTracked = 200

/**
 * Shows mirrored notifications of phones. Dismissing one on the phone closes it here and vice versa. Only one window of a browser shows
 * them. Returns a function that stops.
 */
export function showMirrored(session: Session): () => void {
  /** By tag. */
  const closers = new Map<string, () => void>()
  const tabs = browserTabs()
  let shows = !tabs
  const release = tabs?.hold('waypost mirrored', () => {
    shows = true
  })

  function dismiss(dismissal: Record<string, unknown> | undefined, tag: string): void {
    closers.delete(tag)
    if (!dismissal) return
    session.sendEphemeral(dismissal as Ephemeral).catch((error: unknown) => {
      // The notification stays on the phone, which is harmless.
      if (!(error instanceof Refusal)) throw error
    })
  }

  function show(mirrored: Ephemeral): void {
    const notice = mirroredNotice(mirrored)
    if (!notice) return
    const { tag, data } = notice
    const device = String(mirrored.source_device_iden ?? '')
    // Replaced by a newer one, not dismissed.
    closers.get(tag)?.()
    closers.delete(tag)
    const close = notify({
      ...notice,
      onClick() {
        closers.delete(tag)
        if (session.target.find('devices', device)) open('devices', device)
      },
      onDismiss: () => dismiss(data.dismissal, tag),
    })
    closers.set(tag, close)
    for (const eldest of closers.keys()) {
      if (closers.size <= maxTracked) break
      closers.delete(eldest)
    }
  }

  function clear(dismissal: Ephemeral): void {
    for (const [tag, close] of [...closers]) {
      if (!isDismissed(tag, dismissal)) continue
      close()
      closers.delete(tag)
    }
  }

  const stop = session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'mirror' && shows) show(ephemeral)
    if (ephemeral.type === 'dismissal') clear(ephemeral)
  })
  return () => {
    stop()
    release?.()
    for (const close of closers.values()) close()
  }
}
