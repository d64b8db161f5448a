// Decides which pushes a browser notifies of, and which it dismisses at once.

import type { Push } from '@waypost/protocol'
import type { ReadableAtom } from 'nanostores'
import type { Target } from '../conversations/target.ts'
import type { Targets } from '../conversations/targets.ts'
import { listeners } from '../session/listeners.ts'
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
}

interface Deps {
  mirror: OpenMirror
  channel: TabChannel
  leader: Pick<LeaderTab, '$leads'>
  target: Targets
  $awake: ReadableAtom<boolean>
  /** This browser's name among `awake_app_guids`. */
  guid: string | undefined
  dismiss(iden: string): Promise<void>
}

/** How many notified pushes are remembered, so that no push is notified of again when another window takes over. */
const remembered = 2_000

export function openNotices({ mirror, channel, leader, target, $awake, guid, dismiss }: Deps): Notices {
  const notify = listeners<Notice>()
  const dismissed = listeners<Push>()
  const notified = new Set<string>()
  let begun = false

  function remember(iden: string): void {
    notified.add(iden)
    for (const eldest of notified) {
      if (notified.size <= remembered) break
      notified.delete(eldest)
    }
  }

  function consider(push: Push): void {
    if (!begun || notified.has(push.iden) || !mayNotify(push, guid)) return
    const source = target.of(push)
    if (!source) return
    remember(push.iden)
    channel.send({ kind: 'notified', iden: push.iden })
    if (!source.muted) notify.emit({ push, target: source })
  }

  mirror.onNews(({ pushes }) => {
    const leads = leader.$leads.get()
    for (const { before, after } of pushes) {
      if (before?.direction === 'incoming' && !before.dismissed && (!after || after.dismissed)) dismissed.emit(after ?? before)
      if (!after || !leads) continue
      consider(after)
      if ($awake.get() && !before && isDismissedByItself(after)) void dismiss(after.iden)
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
  }
}

/** Whether a push may be notified of. A dismissed push may only if it was dismissed because this browser is awake. */
export function mayNotify(push: Push, guid: string | undefined): boolean {
  if (push.direction !== 'incoming') return false
  return !push.dismissed || (guid !== undefined && (push.awake_app_guids ?? []).includes(guid))
}

/** Whether an awake browser dismisses the push at once, as the user sees it anyway. */
export function isDismissedByItself({ direction, dismissed, source_device_iden }: Push): boolean {
  return !dismissed && (direction === 'incoming' || (direction === 'self' && source_device_iden === undefined))
}
