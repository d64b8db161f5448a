// Decides which pushes count as seen on arrival, because their owner is looking at an app.

import type { Deps } from '../deps.ts'
import type { PushRow } from './row.ts'

/** The columns of a push that arrives while its owner is looking at an app: it is dismissed, and names the apps that may still notify. */
export function seenOnArrival(awake: Deps['awake'], owner: string): Partial<PushRow> {
  const guids = awake.guidsOf(owner)
  return guids.length > 0 ? { dismissed: 1, awake_app_guids: JSON.stringify(guids) } : {}
}
