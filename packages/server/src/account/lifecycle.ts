import type { Jobs } from '../jobs/jobs.ts'

/** The account that was created or deleted. */
export interface AccountRef {
  iden: string
  email_normalized: string
}

/** The current state of an account whose name, picture or address changed. */
export interface ChangedAccountRef extends AccountRef {
  /** The previous normalized address, if it changed. */
  before?: string
}

/**
 * One step after an account is created, changed or deleted. It does a slice of its work and is called until nothing is left. It must be
 * idempotent, since it may be restarted at any time.
 * @returns whether more is left
 */
export type AccountStep<Ref extends AccountRef = AccountRef> = (who: Ref) => Promise<boolean>

/** Types of the jobs that run after an account is created, changed or deleted. Their payload is an `AccountRef`. */
export const accountCreated = 'account-began'
export const accountChanged = 'account-changed'
export const accountDeleted = 'account-ended'

/** Requests in flight when an account is deleted may still write for it; after this time they have finished. Microseconds. */
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
