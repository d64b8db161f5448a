import type { Jobs } from '../jobs/jobs.ts'
import { type AccountRef, type AccountStep, accountCreated, accountDeleted } from './rules.ts'

/** Calls that had begun before an account went may still write for it; they are over by then. Microseconds. */
const sweepAgainAfter = 60_000_000

/** Says what is done when accounts come and go, one step after another. Features add theirs in `app.ts`. */
export function handleAccounts(jobs: Jobs, steps: { created: readonly AccountStep[]; deleted: readonly AccountStep[] }): void {
  jobs.handle<AccountRef>(accountCreated, async (who) => ((await anyLeft(steps.created, who)) ? { again: who } : undefined))
  jobs.handle<AccountRef & { swept?: boolean }>(accountDeleted, async (who, _attempt, { now }) => {
    if (await anyLeft(steps.deleted, who)) return { again: who }
    return who.swept ? undefined : { again: { ...who, swept: true }, at: now + sweepAgainAfter }
  })
}

async function anyLeft(steps: readonly AccountStep[], who: AccountRef): Promise<boolean> {
  for (const step of steps) if (await step(who)) return true
  return false
}
