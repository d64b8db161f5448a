// Deletes all pushes of a box or of one conversation, in jobs that work slice by slice.

import { findAccount } from '../account/rows.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { releaseFile } from './files.ts'
import { readHistory } from './history-rows.ts'
import { erasePush, pushesAfter } from './rows.ts'

/** The type of the jobs that delete all the pushes of a box. */
const clearJob = 'push-clear'
/** The type of the jobs that delete one conversation of a box. */
const clearConversationJob = 'push-clear-conversation'
/** Rows in one slice: few enough not to delay requests that wait for it. */
const slice = 200

interface Clear {
  owner: string
  /** The newest stamp of the box at the time of the request: later pushes stay. */
  upTo: number
  /** The progress, as a stamp. */
  after: number
}

interface ClearConversation extends Omit<Clear, 'after'> {
  /** By its name, as `getHistory` takes it. */
  conversation: string
}

/** Adds a job that deletes everything that is in a box now. */
export async function clearPushes(tx: Writer, jobs: Jobs, owner: string): Promise<void> {
  const [upTo = 0] = await tx.lockBoxes([owner])
  await jobs.add(tx, { type: clearJob, key: owner, payload: { owner, upTo, after: -1 } satisfies Clear })
}

/** Adds a job that deletes everything that is in a conversation now. */
export async function clearConversation(tx: Writer, jobs: Jobs, owner: string, conversation: string): Promise<void> {
  const [upTo = 0] = await tx.lockBoxes([owner])
  const payload: ClearConversation = { owner, conversation, upTo }
  await jobs.add(tx, { type: clearConversationJob, key: `${owner} ${conversation}`, payload })
}

/** Registers the jobs that delete pushes, slice by slice. Deleted pushes get new stamps, so the first job passes them once more. */
export function clearBoxes({ db, change, jobs, origin }: Pick<Deps, 'db' | 'change' | 'jobs' | 'origin'>): void {
  jobs.handle<Clear>(clearJob, async ({ owner, upTo, after }) => {
    const account = await findAccount(db, owner)
    if (!account) return undefined
    const last = await change([owner], async (tx) => {
      const some = await pushesAfter(tx, owner, after, slice)
      for (const push of some) {
        if (!push.active || push.created > upTo) continue
        await erasePush(tx, push, account)
        await releaseFile(tx, jobs, origin(), push)
      }
      return some.at(-1)?.modified
    })
    return last === undefined ? undefined : { again: { owner, upTo, after: last } }
  })
  // Deleted pushes are not in the history, so each slice continues where the last one ended, also after a restart.
  jobs.handle<ClearConversation>(clearConversationJob, async (payload) => {
    const { owner, conversation, upTo } = payload
    const account = await findAccount(db, owner)
    if (!account) return undefined
    const more = await change([owner], async (tx) => {
      const page = await readHistory(tx, owner, conversation, { before: upTo + 1 }, slice)
      for (const push of page.rows) {
        await erasePush(tx, push, account)
        await releaseFile(tx, jobs, origin(), push)
      }
      return page.more
    })
    return more ? { again: payload } : undefined
  })
}
