// Keeps the background alive, and brings it back when the browser has stopped it, e.g. while the machine slept.

import { onAlarm, onBrowserStart, onInstalled, stayAlive } from '../browser/runtime.ts'
import { onSignIn } from '../session/access.ts'
import type { BackgroundSession } from './session.ts'

/** In minutes: the least that browsers accept. */
const alarmEvery = 0.5
/** Browsers stop a background that did nothing for 30 s. In milliseconds. */
const stayEvery = 20_000

/** To be called in the first turn of the background. */
export function keepAlive(background: BackgroundSession): void {
  async function wake(): Promise<void> {
    const opened = await background.wake()
    opened?.session.wake()
  }
  // Also between two connections: a background that is stopped then would be back only with the next alarm.
  background.onOpen(() => {
    const timer = setInterval(stayAlive, stayEvery)
    return () => clearInterval(timer)
  })
  onInstalled(() => void wake())
  onBrowserStart(() => void wake())
  onAlarm('wake', alarmEvery, () => void wake())
  // Another part of the extension has signed in or out.
  onSignIn(() => void background.end().then(wake))
  void wake()
}
