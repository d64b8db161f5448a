// Whether the screen is locked. Asking needs the optional permission `idle`; Firefox doesn't say.

import { isFirefox } from './extension.ts'
import { hasPermissions, onPermissions } from './permissions.ts'

/** Whether this browser can tell. */
export const canTellLocked = !isFirefox

/** The optional permissions that this needs. */
export const lockedPermissions: readonly chrome.runtime.ManifestOptionalPermission[] = ['idle']

/** The lowest value browsers accept; only the lock matters, and that is reported at once. */
const idleSeconds = 60

/** Whether the screen is locked now; false if unknown. */
export async function isLocked(): Promise<boolean> {
  if (!canTellLocked || !(await hasPermissions(lockedPermissions))) return false
  return (await chrome.idle.queryState(idleSeconds)) === 'locked'
}

/** Calls back when the screen is locked or unlocked. Must be called in the first turn of the background. */
export function onLocked(listener: (locked: boolean) => void): void {
  let listens = false
  function listen(): void {
    if (listens || !canTellLocked || chrome.idle === undefined) return
    listens = true
    chrome.idle.onStateChanged.addListener((state) => listener(state === 'locked'))
  }
  listen()
  onPermissions(listen)
}
