// Signs an administrator in to the account of a person who needs help. `http/who-may-call.ts` lists what such a session may not do.

import { Refusal } from '@waypost/protocol'
import { audit } from '../audit/rows.ts'
import type { Account } from '../caller.ts'
import { microseconds } from '../change.ts'
import type { Writer } from '../db/db.ts'
import { insertToken } from './rows.ts'

const supportSessionHours = 4

/**
 * Opens a support session and records it in the audit log.
 * @throws Refusal `forbidden` for the account of an administrator, `account_suspended`
 */
export async function openSupportSession(
  tx: Writer,
  admin: Account,
  person: Account,
  device: { name: string | undefined; place: string | undefined },
): Promise<string> {
  // Otherwise a token with only the scope `admin` would gain every scope, and administrators could act in each other's names.
  if (person.admin) throw new Refusal('forbidden', 'An administrator cannot be signed in as an administrator for support.')
  await audit(tx, { act: 'become', by: admin, about: person })
  return insertToken(tx, person.iden, {
    ...device,
    admin: admin.iden,
    expires: microseconds() + supportSessionHours * 3_600_000_000,
  })
}
