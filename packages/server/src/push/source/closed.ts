// Deletes the messages of a source in a box that it has left.

import type { Deps } from '../../deps.ts'
import { type SourceJob, sourceClosedJob } from '../../source/rules.ts'
import { clearConversation } from '../clear.ts'

/** Registers the job. */
export function clearClosedSources({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
  jobs.handle<SourceJob>(sourceClosedJob, async ({ iden, owner }) => {
    await db.write((tx) => clearConversation(tx, jobs, owner, `source:${iden}`))
    return undefined
  })
}
