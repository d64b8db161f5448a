// Tells servers what an administrator changed: at once after a call, by a job after a command on the server's machine.

import type { Bus } from '../bus/bus.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notifyAllTokensEnded, notifyProfileChanged, notifyTokensEnded } from '../notify.ts'
import type { Consequence } from './acts.ts'

/** The type of the jobs that tell what a command changed. */
const consequenceJob = 'administration-consequence'

/** Tells all nodes: they forget the account, end its streams whose tokens ended, and open windows load the account again. */
export function tell(bus: Bus, { account, endedTokens }: Consequence): void {
  if (endedTokens === 'all') notifyAllTokensEnded(bus, account)
  else if (endedTokens) notifyTokensEnded(bus, endedTokens)
  notifyProfileChanged(bus, account)
}

/** Asks the server to tell it, within the write of a command. */
export const tellLater = (tx: Writer, jobs: Pick<Jobs, 'add'>, consequence: Consequence) =>
  jobs.add(tx, { type: consequenceJob, payload: consequence })

/** Registers the job that tells what commands changed. */
export function tellConsequences({ bus, jobs }: Pick<Deps, 'bus' | 'jobs'>): void {
  jobs.handle<Consequence>(consequenceJob, async (consequence) => {
    tell(bus, consequence)
    return undefined
  })
}
