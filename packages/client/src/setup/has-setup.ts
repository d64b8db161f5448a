import type { Account } from '@waypost/protocol'

/** Accounts created up to this moment, in seconds since 1970, have no checklist. */
const firstWithSetup = 1_440_698_722

/** Whether the account has the checklist. */
export function hasSetup({ created, preferences }: Pick<Account, 'created' | 'preferences'>): boolean {
  return created > firstWithSetup && !preferences?.setup_done
}
