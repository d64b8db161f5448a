// Tells servers what an administrator changed: immediately after a call, by a job after a command on the server's machine.

import type { Bus } from '../bus/bus.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notifyAllTokensEnded, notifyProfileChanged, notifyTokensEnded } from '../notify.ts'
import type { Consequence } from './acts.ts'

const consequenceJob = 'administration-consequence'

/** Tells all nodes: they forget the account and end the streams of its revoked tokens, and open windows reload the account. */
export function tell(bus: Bus, { account, endedTokens }: Consequence): void {
  if (endedTokens === 'all') notifyAllTokensEnded(bus, account)
  else if (endedTokens) notifyTokensEnded(bus, endedTokens)
  notifyProfileChanged(bus, account)
}

/** Adds a job that tells the servers, within the write of a command. */
export const tellLater = (tx: Writer, jobs: Pick<Jobs, 'add'>, consequence: Consequence) =>
  jobs.add(tx, { type: consequenceJob, payload: consequence })

/** Registers the job that announces the changes of commands. */
export function tellConsequences({ bus, jobs }: Pick<Deps, 'bus' | 'jobs'>): void {
  jobs.handle<Consequence>(consequenceJob, async (consequence) => {
    tell(bus, consequence)
    return undefined
  })
}
