import { findAccount } from '../account/rows.ts'
import type { Micros } from '../change.ts'
import { whileBrief } from '../db/brief.ts'
import type { Writer } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { releaseFile } from './files.ts'
import { readHistory } from './history-rows.ts'
import { deletePushRow, erasePush, forgetPayer, pushesAfter, somePushesOf } from './rows.ts'

const clearJob = 'push-clear'
const clearConversationJob = 'push-clear-conversation'
/** The maximum rows that one slice reads; it deletes as many as time permits. */
const slice = 25

interface Clear {
  owner: string
  /** The newest stamp of the box at the time of the request: later pushes stay. */
  upTo: Micros
  /** The progress, as a stamp. */
  after: number
}

interface ClearConversation extends Omit<Clear, 'after'> {
  /** The name of the conversation, as for `getHistory`. */
  conversation: string
}

/** Adds a job that deletes the current contents of a box. */
export async function clearPushes(tx: Writer, jobs: Jobs, owner: string): Promise<void> {
  const [upTo = 0] = await tx.lockBoxes([owner])
  await jobs.add(tx, { type: clearJob, key: owner, payload: { owner, upTo, after: -1 } satisfies Clear })
}

/** Adds a job that deletes the current contents of a conversation. */
export async function clearConversation(tx: Writer, jobs: Jobs, owner: string, conversation: string): Promise<void> {
  const [upTo = 0] = await tx.lockBoxes([owner])
  const payload: ClearConversation = { owner, conversation, upTo }
  await jobs.add(tx, { type: clearConversationJob, key: `${owner} ${conversation}`, payload })
}

/** Registers the jobs that delete pushes, slice by slice. Deleted pushes get new stamps, so the first job reads past them again. */
export function clearBoxes({ db, change, jobs, origin }: Pick<Deps, 'db' | 'change' | 'jobs' | 'origin'>): void {
  jobs.handle<Clear>(clearJob, async ({ owner, upTo, after }) => {
    const account = await findAccount(db, owner)
    if (!account) return undefined
    const last = await change([owner], async (tx) => {
      const some = await pushesAfter(tx, owner, after, slice)
      const passed = await whileBrief(some, async (push) => {
        if (!push.active || push.created > upTo) return
        await erasePush(tx, push, account)
        await releaseFile(tx, jobs, origin(), push)
      })
      return passed.at(-1)?.modified
    })
    return last === undefined ? undefined : { again: { owner, upTo, after: last } }
  })
  // Deleted pushes are not in the history, so each slice continues where the previous one ended, even after a restart.
  jobs.handle<ClearConversation>(clearConversationJob, async (payload) => {
    const { owner, conversation, upTo } = payload
    const account = await findAccount(db, owner)
    if (!account) return undefined
    const more = await change([owner], async (tx) => {
      const page = await readHistory(tx, owner, conversation, { before: upTo + 1 }, slice)
      const erased = await whileBrief(page.rows, async (push) => {
        await erasePush(tx, push, account)
        await releaseFile(tx, jobs, origin(), push)
      })
      return page.more || erased.length < page.rows.length
    })
    return more ? { again: payload } : undefined
  })
}

/** The maximum rows of a deleted account that one call releases. */
const sliceOfDeleted = 500

/** Deletes pushes of an account and releases the files that others sent it. @returns whether more are left */
export async function deleteFor({ db, jobs, origin }: Pick<Deps, 'db' | 'jobs' | 'origin'>, owner: string): Promise<boolean> {
  const some = await somePushesOf(db, owner, slice)
  await db.write((tx) =>
    whileBrief(some, async (push) => {
      await deletePushRow(tx, push)
      await releaseFile(tx, jobs, origin(), push)
    }),
  )
  if (some.length > 0) return true
  // Recipients keep what the account sent; its bytes no longer count towards any storage.
  return (await db.write((tx) => forgetPayer(tx, owner, sliceOfDeleted))) === sliceOfDeleted
}
