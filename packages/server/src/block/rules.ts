import { normalizeEmail } from '@waypost/protocol'
import type { Account } from '../account/rows.ts'
import type { Blocked } from './rows.ts'

/** The columns of a block for an address, as the account describes the person if there is one. */
export function blockedAt(address: string, account: Account | undefined): Blocked {
  return {
    with_iden: account?.iden ?? null,
    with_email: account?.email ?? address,
    with_email_normalized: normalizeEmail(address),
    with_name: account?.name ?? null,
    with_image_url: account?.image_url ?? null,
  }
}
