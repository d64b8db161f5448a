// Runs the steps of all features after an account was created or deleted.

import type { Jobs } from '../jobs/jobs.ts'
import { type AccountRef, type AccountStep, accountCreated, accountDeleted } from './rules.ts'

/** Requests that were in progress when an account was deleted may still write for it; after this time they are over. Microseconds. */
const sweepAgainAfter = 60_000_000

/** Registers the jobs that run steps when an account is created or deleted. `features.ts` lists the steps. */
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
