import type { Ephemeral, Session } from '@waypost/client'
import { forgetEldest } from '@waypost/client/ground/eldest'
import { isDismissed } from '@waypost/client/notices/mirrored-notice'
import { mutedApps, Refusal } from '@waypost/protocol'
import { notify } from '../../browser/app/notifications.ts'
import { writeNote } from '../../browser/app/worker-notes.ts'
import { browserTabs } from '../../browser/tabs.ts'
import { fromPhoneItem, open, placeOf } from '../../route.ts'
import { $wantedReply } from '../../session/wanted-reply.ts'
import { mirroredNotice } from './notice.ts'

/** Older ones stay until the user closes them. */
const maxTracked = 200

/** Shows mirrored phone notifications, in one window of a browser. Dismissing one on the phone closes it here and vice versa. */
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
      // The notification stays on the phone, which does no harm.
      if (!(error instanceof Refusal)) throw error
    })
  }

  function show(mirrored: Ephemeral): void {
    const notice = muted?.includes(String(mirrored.package_name)) ? undefined : mirroredNotice(mirrored)
    if (!notice) return
    const { tag, data } = notice
    const { section, item = '' } = placeOf(data.place) ?? {}
    // Replaced by a newer one, not dismissed.
    closers.get(tag)?.()
    closers.delete(tag)
    const close = notify({
      ...notice,
      onClick() {
        closers.delete(tag)
        if (data.phone?.answer) $wantedReply.set({ key: data.phone.key })
        if (section && (item === fromPhoneItem || session.target.find('devices', item))) open(section, item)
      },
      onDismiss: () => dismiss(data.dismissal, tag),
    })
    closers.set(tag, close)
    forgetEldest(closers, maxTracked)
  }

  function clear(dismissal: Ephemeral): void {
    for (const [tag, close] of [...closers]) {
      if (!isDismissed(tag, dismissal)) continue
      close()
      closers.delete(tag)
    }
  }

  let muted: readonly string[] | undefined
  const stopMuting = session.$account.subscribe((account) => {
    const now = mutedApps(account?.preferences)
    if (account === undefined || now.join() === muted?.join()) return
    muted = now
    // The worker shows notifications that arrive while no window is open.
    void writeNote('worker.muted', now)
  })
  const stop = session.onEphemeral((ephemeral) => {
    if (ephemeral.type === 'mirror' && shows) show(ephemeral)
    if (ephemeral.type === 'dismissal') clear(ephemeral)
  })
  return () => {
    stop()
    stopMuting()
    release?.()
    for (const close of closers.values()) close()
  }
}
