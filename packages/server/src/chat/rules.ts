import { normalizeEmail } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Person } from './rows.ts'

/** An address as somebody to have a chat with; the account behind it, where there is one, says who it is. */
export function personAt(address: string, account: Account | undefined): Person {
  if (account) return account
  return { iden: null, email: address, email_normalized: normalizeEmail(address), name: null, image_url: null }
}
