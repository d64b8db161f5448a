import type { Account as AccountObject } from '@waypost/protocol'
import type { Account } from '../caller.ts'
import { microseconds } from '../change.ts'
import type { Reader, Writer } from '../db/db.ts'
import { deleteOwned } from '../db/delete-owned.ts'
import { countRows, insertIfNew } from '../db/write-row.ts'
import { filled } from '../objects.ts'

/** The account that first invited an address; undefined if nobody did. */
export async function inviterOf(reader: Reader, normalized: string): Promise<string | undefined> {
  const first = await reader.one<{ owner: string }>(
    `SELECT invite.owner FROM invite JOIN account ON account.iden = invite.owner
     WHERE invite.email_normalized = $1 AND invite.revoked IS NULL ORDER BY invite.created LIMIT 1`,
    [normalized],
  )
  return first?.owner
}

/** The longest-serving administrator, on whose behalf the command line invites. */
export const firstAdministrator = (reader: Reader) =>
  reader.one<Account>('SELECT * FROM account WHERE admin = 1 ORDER BY created, iden LIMIT 1')

/** Records the account that invited another. @returns false if it was already recorded */
export const addReferral = (tx: Writer, owner: string, referrer: string) =>
  insertIfNew(tx, 'referral', 'owner', { owner, referrer, created: microseconds() })

/** The fields that invitations add to an account. */
export async function referralsOf(
  reader: Reader,
  { iden }: { iden: string },
): Promise<Pick<AccountObject, 'referred_count' | 'referrer_iden'>> {
  const own = await reader.one<{ referrer: string }>('SELECT referrer FROM referral WHERE owner = $1', [iden])
  const referred_count = await countRows(reader, 'FROM referral WHERE referrer = $1', [iden])
  return filled({ referred_count, referrer_iden: own?.referrer })
}

export const deleteFor = deleteOwned({ table: 'referral', key: 'owner' }, { table: 'referral', key: 'owner', owner: 'referrer' })
