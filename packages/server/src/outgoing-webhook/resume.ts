import { type Micros, microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import { advanceJobs } from '../jobs/rows.ts'
import { sendJob } from './outgoing-webhooks.ts'
import { excuseFailing, webhooksOf } from './rows.ts'

/**
 * Lets the webhooks of an account go on after its suspension: what waits is tried at once, and the time of the suspension doesn't count
 * toward pausing a webhook that fails.
 * @param suspended when the suspension began
 */
export async function resumeOutgoingWebhooks(tx: Writer, owner: string, suspended: Micros): Promise<void> {
  const now = microseconds()
  await excuseFailing(tx, owner, suspended, now)
  for (const { iden } of await webhooksOf(tx, owner)) await advanceJobs(tx, sendJob, `${iden} `, now)
}
