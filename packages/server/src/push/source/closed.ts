// Deletes the messages of a source from a box that has left it.

import type { Deps } from '../../deps.ts'
import { type SourceJob, sourceClosedJob } from '../../source/rules.ts'
import { clearConversation } from '../clear.ts'

/** Registers the job that makes deletions final. */
export function clearClosedSources({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): void {
  jobs.handle<SourceJob>(sourceClosedJob, async ({ iden, owner }) => {
    await db.write((tx) => clearConversation(tx, jobs, owner, `source:${iden}`))
    return undefined
  })
}
