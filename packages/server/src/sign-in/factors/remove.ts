import { Refusal } from '@waypost/protocol'
import { type Account, findAccountByEmail } from '../../account/rows.ts'
import { audit } from '../../audit/rows.ts'
import type { Caller } from '../../caller.ts'
import type { Writer } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { mailJob } from '../../mail/mail.ts'
import { isMailbox } from '../../mail/rules.ts'
import { type FactorChange, mailOfFactorChange } from '../mails.ts'
import { deletePasskeysOf } from '../passkeys/rows.ts'
import { deleteCodesOf } from './rows.ts'

interface TellDeps {
  jobs: Pick<Jobs, 'add'>
  origin: string
}

/** Emails the owner of an account what changed. */
export async function tellOwner({ jobs, origin }: TellDeps, tx: Writer, { email }: Account, change: FactorChange): Promise<void> {
  if (isMailbox(email)) await jobs.add(tx, { type: mailJob, payload: mailOfFactorChange(email, origin, change) })
}

/**
 * Removes the one-time codes and passkeys of the account with an address, records who did it, and notifies its owner.
 * @throws Refusal `not_found`, and `forbidden` for a token with only the scope `admin` and an administrator's account
 */
export async function removeFactors(
  deps: TellDeps,
  tx: Writer,
  normalized: string,
  by: Caller | 'command line',
): Promise<{ account: string; codes: boolean; passkeys: number }> {
  const account = await findAccountByEmail(tx, normalized)
  if (!account) throw new Refusal('not_found', 'There is no account with this email address.')
  if (account.admin && by !== 'command line' && !by.scopes.includes('everything'))
    throw new Refusal('forbidden', "This token may not remove an administrator's factors.")
  const codes = await deleteCodesOf(tx, account.iden)
  const passkeys = await deletePasskeysOf(tx, account.iden)
  if (codes || passkeys > 0) await tellOwner(deps, tx, account, 'removed')
  await audit(tx, { act: 'remove-factors', by: by === 'command line' ? by : by.account, about: account })
  return { account: account.iden, codes, passkeys }
}
