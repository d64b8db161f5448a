// Decides which pushes a browser notifies of, and which it dismisses at once.

import { hasComeBack, isTold, notifiesAnybody, type Push, type Quiet } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { forgetEldest } from '../ground/eldest.ts'
import { listeners } from '../ground/listeners.ts'
import type { Target } from '../history/target.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import type { LeaderTab } from './leader-tab.ts'
import type { TabChannel } from './tab-channel.ts'

export interface Notice {
  push: Push
  target: Target
}

interface Deps {
  mirror: OpenMirror
  channel: TabChannel
  leader: Pick<LeaderTab, '$leads'>
  target: { of(push: Push): Target | undefined }
  $awake: ReadableAtom<boolean>
  /** This browser's name among `awake_app_guids`. */
  guid: string | undefined
  dismiss(iden: string): Promise<void>
  /** Which quiet the account wants for a push. */
  quietOf(push: Push): Quiet
  /** In milliseconds. */
  now(): number
}

/** How many notified pushes are remembered, so no push is notified again when another window takes over. */
const remembered = 2_000
/** How long, in milliseconds, a new leader still notifies of pushes that arrived while there was none. */
const takenOverWithin = 60_000

export function openNotices({ mirror, channel, leader, target, $awake, guid, dismiss, quietOf, now }: Deps) {
  const notify = listeners<Notice>()
  const dismissed = listeners<Push>()
  const notified = new Set<string>()
  /** Arrival times of pushes that no window has notified of, as far as this one knows; it was not the leader then. */
  const missed = new Map<string, number>()
  let begun = false

  function remember(iden: string): void {
    missed.delete(iden)
    notified.add(iden)
    forgetEldest(notified, remembered)
  }

  /** Notifies of a push unless a window of this browser already did. @returns whether it was news */
  function consider(push: Push): boolean {
    const key = keyOf(push)
    if (!begun || notified.has(key) || !isTold(push, { kind: 'window', appGuid: guid }, quietOf(push))) return false
    const source = target.of(push)
    if (!source) return false
    remember(key)
    channel.send({ kind: 'notified', iden: key })
    // Its owner has asked for the reminder, even in a muted conversation.
    if (!source.muted || hasComeBack(push)) notify.emit({ push, target: source })
    return true
  }

  function dismissIfAwake(push: Push): void {
    if ($awake.get() && isDismissedByItself(push)) void dismiss(push.iden)
  }

  mirror.onNews(({ pushes }) => {
    const leads = leader.$leads.get()
    for (const { before, after } of pushes) {
      if (before && mayBeShown(before) && !(after && notifiesAnybody(after))) dismissed.emit(after ?? before)
      if (!after) continue
      if (leads) {
        consider(after)
        if (!before) dismissIfAwake(after)
      } else if (begun && (!before || keyOf(after) !== keyOf(before))) {
        missed.set(after.iden, now())
        forgetEldest(missed, remembered)
      }
    }
  })
  leader.$leads.listen((leads) => {
    if (!leads) return
    const recent = [...missed].filter(([, arrived]) => now() - arrived < takenOverWithin)
    missed.clear()
    for (const [iden] of recent) {
      const push = mirror.of('pushes').get().entries.get(iden)
      if (push && consider(push)) dismissIfAwake(push)
    }
  })
  channel.on((message) => {
    if (message.kind === 'notified') remember(message.iden)
  })

  return {
    onNotify: notify.on,
    onDismissed: dismissed.on,
    /** Pushes already in the mirror are not news. */
    begin(): void {
      begun = true
    },
    begun: () => begun,
  }
}

/** The key under which a push is notified once; it gets a new one when it comes back. */
const keyOf = (push: Push): string => (hasComeBack(push) ? `${push.iden} ${push.reminded}` : push.iden)

const mayBeShown = (push: Push): boolean => notifiesAnybody(push) && (push.direction === 'incoming' || hasComeBack(push))

/** Whether an awake browser dismisses the push at once, because the user sees it anyway. */
export function isDismissedByItself({ direction, dismissed, reminded, source_device_iden }: Push): boolean {
  return (
    !dismissed &&
    reminded === undefined &&
    (direction === 'incoming' || (direction === 'self' && source_device_iden === undefined))
  )
}
