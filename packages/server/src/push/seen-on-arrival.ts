import type { Deps } from '../deps.ts'
import type { PushRow } from './row.ts'

/** The columns of a push that arrives while its owner looks at an app: dismissed, naming the apps that may still notify. */
export function seenOnArrival(awake: Deps['awake'], owner: string): Partial<PushRow> {
  const guids = awake.guidsOf(owner)
  return guids.length > 0 ? { dismissed: 1, awake_app_guids: JSON.stringify(guids) } : {}
}
