// Runs the steps of all features after an account was created, changed or deleted.

import type { Jobs } from '../jobs/jobs.ts'

/** The account that was created or deleted. */
export interface AccountRef {
  iden: string
  email_normalized: string
}

/** The account whose name, picture or address changed, as it is now. */
export interface ChangedAccountRef extends AccountRef {
  /** The normalized address that it had, if that changed. */
  before?: string
}

/**
 * One step after an account was created, changed or deleted. It does a slice of its work and is called until nothing is left. It must be
 * idempotent: it may be called again from the start at any time.
 * @returns whether more is left
 */
export type AccountStep<Ref extends AccountRef = AccountRef> = (who: Ref) => Promise<boolean>

/** Types of the jobs that run after an account was created, changed or deleted. Their payload is an `AccountRef`. */
export const accountCreated = 'account-began'
export const accountChanged = 'account-changed'
export const accountDeleted = 'account-ended'

/** Requests that were in progress when an account was deleted may still write for it; after this time they are over. Microseconds. */
const sweepAgainAfter = 60_000_000

interface Steps {
  created: readonly AccountStep[]
  changed: readonly AccountStep<ChangedAccountRef>[]
  deleted: readonly AccountStep[]
}

/** Registers the jobs that run steps when an account is created, changed or deleted. `features.ts` lists the steps. */
export function handleAccounts(jobs: Jobs, steps: Steps): void {
  jobs.handle<AccountRef>(accountCreated, async (who) => ((await anyLeft(steps.created, who)) ? { again: who } : undefined))
  jobs.handle<ChangedAccountRef>(accountChanged, async (who) =>
    (await anyLeft(steps.changed, who)) ? { again: who } : undefined,
  )
  jobs.handle<AccountRef & { swept?: boolean }>(accountDeleted, async (who, _attempt, { now }) => {
    if (await anyLeft(steps.deleted, who)) return { again: who }
    return who.swept ? undefined : { again: { ...who, swept: true }, at: now + sweepAgainAfter }
  })
}

async function anyLeft<Ref extends AccountRef>(steps: readonly AccountStep<Ref>[], who: Ref): Promise<boolean> {
  for (const step of steps) if (await step(who)) return true
  return false
}
