// Keeps the background alive, and brings it back when the browser has stopped it, e.g. while the machine slept.

import { onAlarm, onBrowserStart, onInstalled, stayAlive } from '../browser/runtime.ts'
import { onSignIn } from '../session/access.ts'
import type { BackgroundSession } from './session.ts'

/** In minutes: the shortest interval browsers accept. */
const alarmEvery = 0.5
/** In milliseconds. Browsers stop a background that has been idle for 30 s. */
const stayEvery = 20_000

/** Must be called in the first turn of the background. */
export function keepAlive(background: BackgroundSession): void {
  async function wake(): Promise<void> {
    const opened = await background.wake()
    opened?.session.wake()
  }
  // Also while reconnecting: a background stopped then would only come back with the next alarm.
  background.onOpen(() => {
    const timer = setInterval(stayAlive, stayEvery)
    return () => clearInterval(timer)
  })
  onInstalled(() => void wake())
  onBrowserStart(() => void wake())
  onAlarm('wake', alarmEvery, () => void wake())
  onSignIn(() => void background.end().then(wake))
  void wake()
}
