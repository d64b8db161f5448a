// Decides which pushes a browser notifies of, and which it dismisses at once.

import { isTold, notifiesAnybody, type Push } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import { listeners } from '../ground/listeners.ts'
import type { Target } from '../history/target.ts'
import type { OpenMirror } from '../sync/mirror.ts'
import type { LeaderTab } from './leader-tab.ts'
import type { TabChannel } from './tab-channel.ts'

export interface Notice {
  push: Push
  target: Target
}

/** Decides which pushes to notify of, and which to dismiss at once. */
interface Notices {
  onNotify(listener: (notice: Notice) => void): () => void
  onDismissed(listener: (push: Push) => void): () => void
  /** Starts to notify: what the mirror has by now is not news. */
  begin(): void
  begun(): boolean
}

interface Deps {
  mirror: OpenMirror
  channel: TabChannel
  leader: Pick<LeaderTab, '$leads'>
  /** The target of a push, if it is known. */
  target: { of(push: Push): Target | undefined }
  $awake: ReadableAtom<boolean>
  /** This browser's name among `awake_app_guids`. */
  guid: string | undefined
  dismiss(iden: string): Promise<void>
  /** The time in milliseconds. */
  now(): number
}

/** How many notified pushes are remembered, so that no push is notified of again when another window takes over. */
const remembered = 2_000
/** Within how many milliseconds a new leader notifies of what arrived while there was none. */
const takenOverWithin = 60_000

export function openNotices({ mirror, channel, leader, target, $awake, guid, dismiss, now }: Deps): Notices {
  const notify = listeners<Notice>()
  const dismissed = listeners<Push>()
  const notified = new Set<string>()
  /** When each push arrived of which no window has notified yet, as far as this one knows; it was not the leader then. */
  const missed = new Map<string, number>()
  let begun = false

  function remember(iden: string): void {
    missed.delete(iden)
    notified.add(iden)
    forgetEldest(notified)
  }

  /** Notifies of a push unless a window of this browser did. @returns whether it was news */
  function consider(push: Push): boolean {
    if (!begun || notified.has(push.iden) || !isTold(push, { kind: 'window', appGuid: guid })) return false
    const source = target.of(push)
    if (!source) return false
    remember(push.iden)
    channel.send({ kind: 'notified', iden: push.iden })
    if (!source.muted) notify.emit({ push, target: source })
    return true
  }

  function dismissIfAwake(push: Push): void {
    if ($awake.get() && isDismissedByItself(push)) void dismiss(push.iden)
  }

  mirror.onNews(({ pushes }) => {
    const leads = leader.$leads.get()
    for (const { before, after } of pushes) {
      if (before && notifiesAnybody(before) && before.direction === 'incoming' && !(after && notifiesAnybody(after)))
        dismissed.emit(after ?? before)
      if (!after) continue
      if (leads) {
        consider(after)
        if (!before) dismissIfAwake(after)
      } else if (begun && !before) {
        missed.set(after.iden, now())
        forgetEldest(missed)
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
    begin() {
      begun = true
    },
    begun: () => begun,
  }
}

function forgetEldest(idens: Set<string> | Map<string, unknown>): void {
  for (const eldest of idens.keys()) {
    if (idens.size <= remembered) break
    idens.delete(eldest)
  }
}

/** Whether an awake browser dismisses the push at once, as the user sees it anyway. */
export function isDismissedByItself({ direction, dismissed, source_device_iden }: Push): boolean {
  return !dismissed && (direction === 'incoming' || (direction === 'self' && source_device_iden === undefined))
}
