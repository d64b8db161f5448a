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
