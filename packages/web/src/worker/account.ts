// Reads which account is signed in, and makes calls for it.

import { platform } from '@waypost/client'
import { type Calls, openCalls } from '@waypost/client/ground/call'
import { loadNote, type WorkerAccount } from '../browser/app/worker-notes.ts'
import { worker } from './scope.ts'

/**
 * The account that is signed in in this browser, with calls for it; undefined for a visitor.
 * @throws where the database cannot be read
 */
export async function signedIn(): Promise<(WorkerAccount & { calls: Calls }) | undefined> {
  const known = await loadNote('worker')
  if (!known) return undefined
  const { token, agent } = known
  return { ...known, calls: openCalls({ origin: worker.location.origin, token, agent, platform }) }
}
