// Whether this browser is quiet now: switched by hand, or because the screen is locked.

import { isLocked } from '../../browser/locked.ts'
import { isQuietByHand } from '../../settings/quiet.ts'
import { readSettings } from '../../settings/settings.ts'

export async function isQuietHere(): Promise<boolean> {
  const settings = await readSettings()
  return isQuietByHand(settings, Date.now()) || (settings.quietWhileLocked && (await isLocked()))
}
