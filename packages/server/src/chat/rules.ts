import { normalizeEmail } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Person } from './rows.ts'

/** The person with an address, as the account describes them if there is one. */
export function personAt(address: string, account: Account | undefined): Person {
  if (account) return account
  return { iden: null, email: address, email_normalized: normalizeEmail(address), name: null, image_url: null }
}
