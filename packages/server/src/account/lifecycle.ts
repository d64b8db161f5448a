import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type AccountStep, accountBegan, accountEnded, type Whose } from './rules.ts'

/** Calls that had begun before an account went may still write for it; they are over by then. Microseconds. */
const sweepAgainAfter = 60_000_000

/** Says what is done when accounts come and go, one step after another. Features add theirs in `app.ts`. */
export function handleAccounts(jobs: Jobs, steps: { began: readonly AccountStep[]; ended: readonly AccountStep[] }): void {
  jobs.handle<Whose>(accountBegan, async (who) => ((await anyLeft(steps.began, who)) ? { again: who } : undefined))
  jobs.handle<Whose & { swept?: boolean }>(accountEnded, async (who, _attempt, { now }) => {
    if (await anyLeft(steps.ended, who)) return { again: who }
    return who.swept ? undefined : { again: { ...who, swept: true }, at: now + sweepAgainAfter }
  })
}

async function anyLeft(steps: readonly AccountStep[], who: Whose): Promise<boolean> {
  for (const step of steps) if (await step(who)) return true
  return false
}

/** Rows that one step deletes at most. */
const slice = 500

/**
 * Deletes the rows that an account owned in a table, without a word to its box: nobody is left to hear it. Tables and columns are
 * never a user's words.
 * @param key a column that tells the rows of one owner apart
 */
export function deleteOwned(db: Db, table: string, key = 'iden', owner = 'owner'): AccountStep {
  const some = `DELETE FROM ${table} WHERE ${owner} = $1
                AND ${key} IN (SELECT ${key} FROM ${table} WHERE ${owner} = $1 LIMIT ${slice})`
  return async ({ iden }) => (await db.write((tx) => tx.run(some, [iden]))) >= slice
}
