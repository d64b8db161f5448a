// Declares the steps that run after an account was created or deleted, and their jobs.

/** The account that was created or deleted. */
export interface AccountRef {
  iden: string
  email_normalized: string
}

/**
 * One step after an account was created or deleted. It does a slice of its work and is called until nothing is left. It must be
 * idempotent: it may be called again from the start at any time.
 * @returns whether more is left
 */
export type AccountStep = (who: AccountRef) => Promise<boolean>

/** Types of the jobs that run after an account was created or deleted. Their payload is an `AccountRef`. */
export const accountCreated = 'account-began'
export const accountDeleted = 'account-ended'
