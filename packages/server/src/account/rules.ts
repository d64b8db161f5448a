/** Whose account came or went. */
export interface AccountRef {
  iden: string
  email_normalized: string
}

/**
 * One thing to do when an account has come or gone: a slice of it at a time, again until it answers that nothing is left. It may be
 * done again from the start at any time, and must not mind.
 * @returns whether more is left
 */
export type AccountStep = (who: AccountRef) => Promise<boolean>

/** Types of the jobs that follow an account's coming and going. Their payload is a `Whose`. */
export const accountCreated = 'account-began'
export const accountDeleted = 'account-ended'
