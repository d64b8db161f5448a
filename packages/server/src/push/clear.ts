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
/** Rows that one slice looks at: few enough that a request which waits for it does not notice. */
const slice = 200

interface Clear {
  owner: string
  /** The newest stamp of the box when it was asked: what was made later stays. */
  upTo: number
  /** How far it is, as a stamp. */
  after: number
}

interface ClearConversation extends Omit<Clear, 'after'> {
  /** By its name, as `getHistory` takes it. */
  conversation: string
}

/** Asks for everything that is in a box now to be deleted. */
export async function clearPushes(tx: Writer, jobs: Jobs, owner: string): Promise<void> {
  const [upTo = 0] = await tx.lockBoxes([owner])
  await jobs.add(tx, { type: clearJob, key: owner, payload: { owner, upTo, after: -1 } satisfies Clear })
}

/** Asks for everything that is in one conversation of a box now to be deleted. */
export async function clearConversation(tx: Writer, jobs: Jobs, owner: string, conversation: string): Promise<void> {
  const [upTo = 0] = await tx.lockBoxes([owner])
  const payload: ClearConversation = { owner, conversation, upTo }
  await jobs.add(tx, { type: clearConversationJob, key: `${owner} ${conversation}`, payload })
}

/** Deletes what was asked for, slice by slice; each is told live. What it deletes moves to the end, where it passes once more. */
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
  // What is deleted leaves the history, so each slice finds the next ones where it left off, also after a restart.
  jobs.handle<ClearConversation>(clearConversationJob, async (payload) => {
    const { owner, conversation, upTo } = payload
    const account = await findAccount(db, owner)
    if (!account) return undefined
    const more = await change([owner], async (tx) => {
      const page = await readHistory(tx, owner, conversation, upTo + 1, slice)
      for (const push of page.rows) {
        await erasePush(tx, push, account)
        await releaseFile(tx, jobs, origin(), push)
      }
      return page.more
    })
    return more ? { again: payload } : undefined
  })
}
