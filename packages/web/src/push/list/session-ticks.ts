// Opens the ticks of a session once, for all lists on screen and for ticks made before the page was loaded.

import { platform, type Session } from '@waypost/client'
import { openTicks, type Ticks } from '@waypost/client/lists'
import { onSettingChanged } from '../../browser/storage.ts'
import { savedOf } from '../../session/account.ts'
import { showToast } from '../../ui/feedback/feedback.ts'

const opened = new WeakMap<Session, { ticks: Ticks; stop: () => void }>()

/** The ticks of a session that is ready. Refusals are reported to the user. */
export function ticksOf(session: Session): Ticks {
  const known = opened.get(session)
  if (known) return known.ticks
  const ticks = openTicks(session, { saved: savedOf(session.$account.get()?.iden), platform })
  ticks.onRefused(({ message }) => showToast(message))
  opened.set(session, { ticks, stop: onSettingChanged((key) => key?.startsWith('tick.') && ticks.look()) })
  return ticks
}

/** Closes the ticks that `ticksOf` opened. */
export function closeTicks(session: Session): void {
  const known = opened.get(session)
  known?.stop()
  known?.ticks.close()
  opened.delete(session)
}
