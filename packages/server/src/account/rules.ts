// Applies the rules of accounts: changed fields, the sign-in with a password; declares the steps after a change, and their jobs.

import { Refusal, type Taken, type updateMe } from '@waypost/protocol'
import type { Account } from '../caller.ts'
import type { Config } from '../config.ts'

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

/** Whether an account has yet to prove its address. Without a mail server it cannot, so nothing waits for it. */
export const mustProve = (
  { proveAddresses, smtpUrl }: Pick<Config, 'proveAddresses' | 'smtpUrl'>,
  { email_proven }: Pick<Account, 'email_proven'>,
): boolean => email_proven === 0 && proveAddresses && smtpUrl !== undefined

/** Types of the jobs that run after an account was created, changed or deleted. Their payload is an `AccountRef`. */
export const accountCreated = 'account-began'
export const accountChanged = 'account-changed'
export const accountDeleted = 'account-ended'

/** An account with another name or picture; an empty string clears one. @throws Refusal `invalid_param` */
export function withProfile(account: Account, { name, image_url }: Taken<typeof updateMe>): Account {
  if (image_url && !isWebAddress(image_url)) throw Refusal.param('image_url')
  return {
    ...account,
    ...(name !== undefined && { name: name || null }),
    ...(image_url !== undefined && { image_url: image_url || null }),
  }
}

/** Whether an address is a web address. Pages of other people show it as a picture. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/** The sign-in method whose password belongs to an account: the one with its address, else the oldest. */
export function passwordLogin<L extends { type: string | null; subject: string | null; created: number }>(
  logins: readonly L[],
  { email_normalized }: Pick<Account, 'email_normalized'>,
): L | undefined {
  const all = logins.filter(({ type }) => type === 'local').toSorted((a, b) => a.created - b.created)
  return all.find(({ subject }) => subject === email_normalized) ?? all[0]
}
